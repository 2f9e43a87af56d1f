// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_cycle_state.h"

#include "plugins/lua_state.h"
#include "plugins/lua_value.h"

namespace berth::plugins {
namespace {

constexpr const char* stateType = "cycle state";
constexpr const char* cloneName = "clone";

/// A value in Lua's registry, kept alive by the CycleState.
class LuaData final : public framework::StateData {
public:
    LuaData(std::shared_ptr<LuaState> lua, lua_State* raw, int reference)
        : lua_(std::move(lua)), raw_(raw), reference_(reference)
    {
    }
    ~LuaData() override { luaL_unref(raw_, LUA_REGISTRYINDEX, reference_); }
    LuaData(const LuaData&) = delete;
    LuaData& operator=(const LuaData&) = delete;

    std::shared_ptr<framework::StateData> clone() const override;
    std::string describe() const override;

    /// Raises the error of a clone that failed.
    void push(lua_State* lua) const;

private:
    void warnIfShared(bool shared) const;

    std::shared_ptr<LuaState> lua_;
    lua_State* raw_;
    int reference_;
    std::string failure_;                  ///< of the script's clone(); told when the copy is read
};

/// Pushes whether the value at index brings a function of its own to be copied with, and the function if so.
bool pushOwnClone(lua_State* lua, int index)
{
    if (!lua_istable(lua, index))
        return false;
    lua_pushstring(lua, cloneName);
    if (lua_rawget(lua, index) == LUA_TFUNCTION)
        return true;
    lua_pop(lua, 1);
    return false;
}

std::shared_ptr<framework::StateData> LuaData::clone() const
{
    int reference = LUA_NOREF;
    bool shared = false;
    auto cloned = lua_->protect([&](lua_State* lua) {
        lua_rawgeti(lua, LUA_REGISTRYINDEX, reference_);
        if (pushOwnClone(lua, 1)) {
            lua_pushvalue(lua, 1);
            lua_call(lua, 1, 1);
            shared = lua_rawequal(lua, 1, -1);
        } else {
            pushDeepCopy(lua, 1);
        }
        reference = luaL_ref(lua, LUA_REGISTRYINDEX);
    });
    auto copy = std::make_shared<LuaData>(lua_, raw_, reference);
    if (!cloned)
        copy->failure_ = cloned.error();
    warnIfShared(shared);
    return copy;
}

void LuaData::warnIfShared(bool shared) const
{
    bool changesIt = false;
    if (shared)
        (void)lua_->protect([&](lua_State* lua) {
            changesIt = lua_getglobal(lua, "addPod") != LUA_TNIL || lua_getglobal(lua, "removePod") != LUA_TNIL;
        });
    if (changesIt && lua_->note)
        lua_->note("clone() returned the very table it was to copy: what addPod and removePod change there for one "
                   "node is changed for every other node, and for the attempt itself");
}

std::string LuaData::describe() const
{
    std::string text;
    auto described = lua_->protect([&](lua_State* lua) {
        lua_rawgeti(lua, LUA_REGISTRYINDEX, reference_);
        pushDescription(lua, 1);
        std::size_t length = 0;
        const char* data = lua_tolstring(lua, -1, &length);
        text.assign(data, length);
    });
    return described ? text : described.error();
}

void LuaData::push(lua_State* lua) const
{
    if (!failure_.empty()) {
        lua_pushlstring(lua, failure_.data(), failure_.size());
        lua_error(lua);
    }
    luaL_checkstack(raw_, 4, nullptr);
    lua_rawgeti(raw_, LUA_REGISTRYINDEX, reference_);
    if (&LuaState::of(lua) == lua_.get())
        return lua == raw_ ? void() : lua_xmove(raw_, lua, 1);
    // Written by the script as it was before it was loaded anew.
    pushTransferred(raw_, -1, lua);
    lua_pop(raw_, 1);
}

struct StateView {
    framework::CycleState* state;
    api::Symbol plugin;
    std::uint64_t call;
};

const StateView& checkState(lua_State* lua)
{
    const auto* view = static_cast<const StateView*>(luaL_checkudata(lua, 1, stateType));
    if (!LuaState::of(lua).isUnderWay(view->call))
        luaL_error(lua, "this state was handed to an earlier call");
    return *view;
}

/// `plugin/key`, interned.
api::Symbol keyOf(lua_State* lua, const StateView& view)
{
    std::size_t length = 0;
    luaL_checklstring(lua, 2, &length);
    lua_pushfstring(lua, "%s/%s", view.plugin.str().c_str(), lua_tostring(lua, 2));
    const char* text = lua_tolstring(lua, -1, &length);
    const api::Symbol key(std::string_view(text, length));
    lua_pop(lua, 1);
    return key;
}

int readState(lua_State* lua)
{
    const auto& view = checkState(lua);
    const auto* data = view.state->read<LuaData>(keyOf(lua, view));
    if (data)
        data->push(lua);
    else
        lua_pushnil(lua);
    return 1;
}

int writeState(lua_State* lua)
{
    const auto& view = checkState(lua);
    const auto key = keyOf(lua, view);
    luaL_argcheck(lua, !lua_isnoneornil(lua, 3), 3, "a value is expected; state:delete(key) removes one");
    lua_settop(lua, 3);
    const int reference = luaL_ref(lua, LUA_REGISTRYINDEX);
    auto& state = LuaState::of(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    view.state->write(key, std::make_shared<LuaData>(state.shared_from_this(), lua_tothread(lua, -1), reference));
    return 0;
}

int deleteState(lua_State* lua)
{
    const auto& view = checkState(lua);
    view.state->erase(keyOf(lua, view));
    return 0;
}

int stateText(lua_State* lua)
{
    lua_pushstring(lua, stateType);
    return 1;
}

}

void openCycleState(lua_State* lua)
{
    luaL_newmetatable(lua, stateType);
    const luaL_Reg methods[] = {{"read", readState}, {"write", writeState}, {"delete", deleteState}, {nullptr, nullptr}};
    luaL_newlib(lua, methods);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, stateText);
    lua_setfield(lua, -2, "__tostring");
    lua_pop(lua, 1);
}

void pushCycleState(lua_State* lua, framework::CycleState& state, api::Symbol plugin)
{
    auto* view = static_cast<StateView*>(lua_newuserdatauv(lua, sizeof(StateView), 0));
    new (view) StateView{&state, plugin, LuaState::of(lua).currentCall()};
    luaL_setmetatable(lua, stateType);
}

}
