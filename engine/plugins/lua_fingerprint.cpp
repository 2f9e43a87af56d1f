// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_fingerprint.h"

#include "plugins/lua_state.h"

#include <algorithm>
#include <bit>
#include <lua.hpp>
#include <vector>

namespace berth::plugins {
namespace {

constexpr int mostValues = 10'000;
constexpr int deepest = 100;               ///< tables in tables

std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
{
    a ^= b + 0x9e3779b97f4a7c15 + (a << 12) + (a >> 4);
    a *= 0xbf58476d1ce4e5b9;
    return a ^ (a >> 29);
}

class Fingerprint {
public:
    explicit Fingerprint(lua_State* lua) : lua_(lua) {}

    bool isWhole() const { return left_ > 0; }

    /// Of the value on top of the stack, which stays there.
    std::uint64_t ofTop()
    {
        const int type = lua_type(lua_, -1);
        const auto kind = static_cast<std::uint64_t>(type) + 1;
        if (--left_ <= 0)
            return 0;
        switch (type) {
        case LUA_TBOOLEAN: return mixed(kind, static_cast<std::uint64_t>(lua_toboolean(lua_, -1)));
        case LUA_TNUMBER: return mixed(kind, ofNumber());
        case LUA_TSTRING: return mixed(kind, ofText());
        case LUA_TTABLE:
        case LUA_TFUNCTION: return mixed(kind, ofReference());
        default: return kind; // what belongs to the engine does not change by a script
        }
    }

private:
    std::uint64_t ofNumber() const
    {
        return lua_isinteger(lua_, -1) ? static_cast<std::uint64_t>(lua_tointeger(lua_, -1))
                                       : std::bit_cast<std::uint64_t>(lua_tonumber(lua_, -1));
    }

    std::uint64_t ofText() const
    {
        std::size_t length = 0;
        const char* text = lua_tolstring(lua_, -1, &length);
        std::uint64_t hash = length;
        for (std::size_t i = 0; i < length; ++i)
            hash = mixed(hash, static_cast<unsigned char>(text[i]));
        return hash;
    }

    /// A table or function that is being looked at already (`_G` is in `_G`) says nothing new.
    std::uint64_t ofReference()
    {
        const void* self = lua_topointer(lua_, -1);
        if (std::find(path_.begin(), path_.end(), self) != path_.end())
            return 0;
        if (path_.size() >= deepest || !lua_checkstack(lua_, 4)) {
            left_ = 0;
            return 0;
        }
        path_.push_back(self);
        const auto hash = lua_istable(lua_, -1) ? ofTable() : ofUpvalues();
        path_.pop_back();
        return hash;
    }

    /// A sum, since the order of a table means nothing.
    std::uint64_t ofTable()
    {
        std::uint64_t sum = 0;
        const int table = lua_gettop(lua_);
        lua_pushnil(lua_);
        while (left_ > 0 && lua_next(lua_, table)) {
            const auto value = ofTop();
            lua_pushvalue(lua_, -2);
            sum += mixed(ofTop(), value);
            lua_pop(lua_, 2);
        }
        lua_settop(lua_, table);
        return sum;
    }

    std::uint64_t ofUpvalues()
    {
        std::uint64_t hash = 0;
        for (int i = 1; left_ > 0 && lua_getupvalue(lua_, -1, i); ++i) {
            hash = mixed(hash, ofTop());
            lua_pop(lua_, 1);
        }
        return hash;
    }

    lua_State* lua_;
    int left_ = mostValues;
    std::vector<const void*> path_;
};

}

std::optional<std::uint64_t> fingerprintOf(LuaState& lua, const char* function)
{
    std::optional<std::uint64_t> kept;
    (void)lua.protect([&](lua_State* raw) {
        if (lua_getglobal(raw, function) != LUA_TFUNCTION)
            return;
        Fingerprint fingerprint(raw); // looking raises no error
        const auto hash = fingerprint.ofTop();
        if (fingerprint.isWhole())
            kept = hash;
    });
    return kept;
}

}
