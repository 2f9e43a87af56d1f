// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plugins/script_source.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

struct lua_State;
struct lua_Debug;

namespace berth::plugins {

/// One Lua interpreter without a door to the outside (no files, no clock, no random numbers, no addresses), and with
/// limits on time and memory. What a script does in it depends on its text and on its arguments alone. One thread.
///
/// Lua's errors are long jumps. Code that runs in protect() holds no object with a destructor where Lua may raise one.
class LuaState : public std::enable_shared_from_this<LuaState> {
public:
    using Body = std::function<void(lua_State*)>;

    explicit LuaState(const std::string& file, ScriptLimits limits = {});
    ~LuaState();
    LuaState(const LuaState&) = delete;
    LuaState& operator=(const LuaState&) = delete;

    /// Runs a script's text: its functions are globals then. The error starts with `file:line:`.
    tl::expected<void, std::string> run(const std::string& text);
    /// Runs the body under the limits; the error is a script's or the body's own, as text.
    tl::expected<void, std::string> protect(const Body& body);

    static LuaState& of(lua_State* lua);
    /// Takes instructions for work that a library function does in C. Raises an error when the budget is used up.
    void charge(lua_State* lua, std::uint64_t instructions);

    /// Objects of the engine may be looked at only during the call they were handed to.
    std::uint64_t currentCall() const { return calls_.empty() ? 0 : calls_.back(); }
    bool isUnderWay(std::uint64_t call) const;

    /// `file` as it stands in messages.
    const std::string& file() const { return file_; }
    const ScriptLimits& limits() const { return limits_; }
    std::size_t memoryInUse() const { return memory_; }
    /// Where framework.log and warnings go; may be empty.
    std::function<void(const std::string&)> note;
    /// The plugin's own things for library functions: the handle (null while a script is being looked at).
    void* owner = nullptr;

private:
    static void* allocate(void* self, void* block, std::size_t before, std::size_t after);
    static void onCount(lua_State* lua, lua_Debug* where);
    static int runBody(lua_State* lua);
    void checkMemory(lua_State* lua, lua_Debug* where);
    std::string takeError(int code);

    std::string file_;
    ScriptLimits limits_;
    std::size_t memory_ = 0;
    std::uint64_t used_ = 0;               ///< instructions of the running call
    std::uint64_t lastCall_ = 0;
    std::vector<std::uint64_t> calls_;     ///< under way, innermost last
    lua_State* lua_ = nullptr;
};

}
