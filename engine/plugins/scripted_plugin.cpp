// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/scripted_plugin.h"

#include "plugins/lua_cycle_state.h"
#include "plugins/lua_fingerprint.h"
#include "plugins/lua_objects.h"
#include "plugins/lua_status.h"

#include <cmath>
#include <cstring>

namespace berth::plugins {

using framework::CycleState;
using framework::NodeInfo;
using framework::QueueingHint;
using framework::Status;

namespace {

void pushNodes(lua_State* lua, const framework::NodeList& nodes)
{
    lua_createtable(lua, static_cast<int>(nodes.size()), 0);
    lua_Integer at = 0;
    for (const auto* node : nodes) {
        pushNodeInfo(lua, *node);
        lua_rawseti(lua, -2, ++at);
    }
    makeReadOnly(lua);
}

/// The list of node names at index 2, as far as there is one.
void readNodeNames(lua_State* lua, framework::PreFilterResult& result)
{
    if (lua_isnoneornil(lua, 2))
        return;
    if (!lua_istable(lua, 2))
        raiseBadResult(lua, "preFilter", 2, "a list of node names as second result");
    const auto count = luaL_len(lua, 2);
    for (lua_Integer i = 1; i <= count; ++i) {
        if (lua_rawgeti(lua, 2, i) != LUA_TSTRING)
            raiseBadResult(lua, "preFilter", -1, "a list of node names as second result");
        lua_pop(lua, 1);
    }
    std::set<std::string> names; // nothing raises any more
    for (lua_Integer i = 1; i <= count; ++i) {
        lua_rawgeti(lua, 2, i);
        names.insert(lua_tostring(lua, -1));
        lua_pop(lua, 1);
    }
    result.nodeNames = std::move(names);
}

std::int64_t checkScore(lua_State* lua, int index, const char* function)
{
    int isInteger = 0;
    const auto score = lua_tointegerx(lua, index, &isInteger);
    if (!isInteger || lua_type(lua, index) != LUA_TNUMBER)
        raiseBadResult(lua, function, index, "an integer, or nil and a status,");
    return score;
}

/// Scores as {{node = name, score = n}, …}, left on the stack to be read again.
void pushScores(lua_State* lua, const std::vector<framework::NodeScore>& scores)
{
    lua_createtable(lua, static_cast<int>(scores.size()), 0);
    lua_Integer at = 0;
    for (const auto& entry : scores) {
        lua_createtable(lua, 0, 2);
        pushText(lua, entry.node->name());
        lua_setfield(lua, -2, "node");
        lua_pushinteger(lua, entry.score);
        lua_setfield(lua, -2, "score");
        lua_rawseti(lua, -2, ++at);
    }
}

void readScores(lua_State* lua, int table, std::vector<framework::NodeScore>& scores)
{
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (lua_rawgeti(lua, table, static_cast<lua_Integer>(i) + 1) != LUA_TTABLE)
            luaL_error(lua, "normalize changed the list of scores; only the field score may change");
        lua_getfield(lua, -1, "score");
        scores[i].score = checkScore(lua, -1, "normalize");
        lua_pop(lua, 2);
    }
}

}

ScriptedPlugin::ScriptedPlugin(api::Symbol name, ScriptSource source, const api::Value& arguments,
                               framework::Handle& handle, ScriptLimits limits)
    : name_(name), source_(std::move(source)), arguments_(arguments), handle_(&handle), limits_(limits),
      luaHandle_{&handle, name}
{
}

tl::expected<std::unique_ptr<ScriptedPlugin>, std::string> ScriptedPlugin::make(api::Symbol name, ScriptSource source,
                                                                                const api::Value& arguments,
                                                                                framework::Handle& handle,
                                                                                ScriptLimits limits)
{
    std::unique_ptr<ScriptedPlugin> made(new ScriptedPlugin(name, std::move(source), arguments, handle, limits));
    auto started = made->start(made->source_.text);
    if (!started)
        return tl::unexpected(started.error());
    auto shape = shapeOf(**started);
    if (!shape)
        return tl::unexpected(shape.error());
    made->live_ = std::move(*started);
    made->followsPods_ = shape->functions.contains("addPod") || shape->functions.contains("removePod");
    made->normalizes_ = shape->functions.contains("normalize");
    made->shape_ = std::move(*shape);
    return made;
}

tl::expected<std::shared_ptr<LuaState>, std::string> ScriptedPlugin::start(const std::string& text) const
{
    auto made = std::make_shared<LuaState>(source_.file, limits_);
    auto given = made->protect([&](lua_State* lua) {
        pushValue(lua, arguments_);
        if (lua_isnil(lua, -1)) { // a script may index it without asking
            lua_newtable(lua);
            makeReadOnly(lua);
        }
        lua_setglobal(lua, "args");
    });
    if (given)
        given = made->run(text);
    if (!given)
        return tl::unexpected(given.error());
    made->owner = &luaHandle_;
    made->note = [this](const std::string& line) { note(line); };
    return made;
}

tl::expected<std::shared_ptr<LuaState>, std::string> ScriptedPlugin::startLike(const std::string& text) const
{
    auto started = start(text);
    if (!started)
        return started;
    auto shape = shapeOf(**started);
    if (!shape)
        return tl::unexpected(shape.error());
    if (shape->name != shape_.name || shape->functions != shape_.functions)
        return tl::unexpected((*started)->file()
                              + ": the name and the set of extension points are fixed while the scheduler runs");
    if (shape->hasEvents != shape_.hasEvents || shape->events != shape_.events || shape->hasHint != shape_.hasHint)
        return tl::unexpected((*started)->file() + ": the events are fixed while the scheduler runs");
    return started;
}

tl::expected<void, std::string> ScriptedPlugin::checkReload(const std::string& text) const
{
    auto started = startLike(text);
    if (!started)
        return tl::unexpected(started.error());
    return {};
}

tl::expected<void, std::string> ScriptedPlugin::reload(const std::string& text)
{
    auto started = startLike(text);
    if (!started)
        return tl::unexpected(started.error());
    live_ = std::move(*started);
    twin_.reset();
    source_.text = text;
    return {};
}

LuaState& ScriptedPlugin::lua() const
{
    const auto explanation = handle_->explanation();
    if (explanation == 0)
        return *live_;
    if (!twin_ || twinOf_ != explanation) {
        twin_ = *start(source_.text); // it ran before, and does the same again
        twinOf_ = explanation;
    }
    return *twin_;
}

tl::expected<void, std::string> ScriptedPlugin::call(const char* function, const Arguments& arguments, int results,
                                                     const Results& take) const
{
    return lua().protect([&](lua_State* raw) {
        if (lua_getglobal(raw, function) == LUA_TFUNCTION)
            lua_call(raw, arguments(raw), results);
        else
            lua_settop(raw, results);
        take(raw);
    });
}

Status ScriptedPlugin::callForStatus(const char* function, const Arguments& arguments) const
{
    Status status;
    auto called = call(function, arguments, 1, [&](lua_State* raw) { readStatus(raw, 1, function, status); });
    return called ? status : Status::error(called.error());
}

Status ScriptedPlugin::callWithNode(const char* function, CycleState& state, const api::Pod& pod,
                                    const std::string& node) const
{
    return callForStatus(function, [&](lua_State* raw) {
        pushCycleState(raw, state, name_);
        pushPod(raw, pod);
        pushText(raw, node);
        return 3;
    });
}

Status ScriptedPlugin::preEnqueue(const api::Pod& pod)
{
    return callForStatus("preEnqueue", [&](lua_State* raw) {
        pushPod(raw, pod);
        return 1;
    });
}

bool ScriptedPlugin::less(const framework::QueuedPodInfo& a, const framework::QueuedPodInfo& b) const
{
    bool answer = false;
    noteFailure(call(
        "less",
        [&](lua_State* raw) {
            pushQueuedPod(raw, a);
            pushQueuedPod(raw, b);
            return 2;
        },
        1, [&](lua_State* raw) { answer = lua_toboolean(raw, 1); }));
    return answer;
}

std::vector<framework::ClusterEventWithHint> ScriptedPlugin::eventsToRegister() const
{
    if (!shape_.hasEvents)
        return framework::everyEvent();
    std::vector<framework::ClusterEventWithHint> registered;
    for (std::size_t i = 0; i < shape_.events.size(); ++i) {
        framework::QueueingHintFn function;
        if (shape_.hasHint[i])
            function = [this, i](const api::Pod& pod, const api::Object* before, const api::Object* after) {
                return hint(i, pod, before, after);
            };
        registered.push_back({shape_.events[i], std::move(function)});
    }
    return registered;
}

QueueingHint ScriptedPlugin::hint(std::size_t index, const api::Pod& pod, const api::Object* before,
                                  const api::Object* after) const
{
    bool queues = false;
    auto called = lua().protect([&](lua_State* raw) {
        lua_getglobal(raw, "events");
        lua_rawgeti(raw, -1, static_cast<lua_Integer>(index) + 1);
        lua_getfield(raw, -1, "hint");
        pushPod(raw, pod);
        pushObject(raw, before);
        pushObject(raw, after);
        lua_call(raw, 3, 1);
        if (!lua_isboolean(raw, -1))
            luaL_error(raw, "%s: hint of events[%d] returned a %s; true (queue) or false (skip) is expected",
                       LuaState::of(raw).file().c_str(), static_cast<int>(index) + 1, luaL_typename(raw, -1));
        queues = lua_toboolean(raw, -1);
    });
    return called ? QueueingHint::queueIf(queues) : QueueingHint::failed(called.error());
}

Status ScriptedPlugin::preFilter(CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                 framework::PreFilterResult& result)
{
    Status status;
    auto called = call(
        "preFilter",
        [&](lua_State* raw) {
            pushCycleState(raw, state, name_);
            pushPod(raw, pod);
            pushNodes(raw, nodes);
            return 3;
        },
        2,
        [&](lua_State* raw) {
            readNodeNames(raw, result);
            readStatus(raw, 1, "preFilter", status);
        });
    return called ? status : Status::error(called.error());
}

Status ScriptedPlugin::callWithChange(const char* function, CycleState& state, const api::Pod& pod,
                                      const framework::PodInfo& other, const NodeInfo& node) const
{
    return callForStatus(function, [&](lua_State* raw) {
        pushCycleState(raw, state, name_);
        pushPod(raw, pod);
        pushPod(raw, *other.pod);
        pushNodeInfo(raw, node);
        return 4;
    });
}

Status ScriptedPlugin::addPod(CycleState& state, const api::Pod& pod, const framework::PodInfo& added,
                              const NodeInfo& node)
{
    return callWithChange("addPod", state, pod, added, node);
}

Status ScriptedPlugin::removePod(CycleState& state, const api::Pod& pod, const framework::PodInfo& removed,
                                 const NodeInfo& node)
{
    return callWithChange("removePod", state, pod, removed, node);
}

Status ScriptedPlugin::filter(CycleState& state, const api::Pod& pod, const NodeInfo& node)
{
    return callForStatus("filter", [&](lua_State* raw) {
        pushCycleState(raw, state, name_);
        pushPod(raw, pod);
        pushNodeInfo(raw, node);
        return 3;
    });
}

Status ScriptedPlugin::preScore(CycleState& state, const api::Pod& pod, const framework::NodeList& nodes)
{
    return callForStatus("preScore", [&](lua_State* raw) {
        pushCycleState(raw, state, name_);
        pushPod(raw, pod);
        pushNodes(raw, nodes);
        return 3;
    });
}

Status ScriptedPlugin::score(CycleState& state, const api::Pod& pod, const NodeInfo& node, std::int64_t& score)
{
    Status status;
    auto called = call(
        "score",
        [&](lua_State* raw) {
            pushCycleState(raw, state, name_);
            pushPod(raw, pod);
            pushNodeInfo(raw, node);
            return 3;
        },
        2,
        [&](lua_State* raw) {
            if (!lua_isnil(raw, 1) || lua_isnil(raw, 2))
                score = checkScore(raw, 1, "score");
            readStatus(raw, 2, "score", status);
        });
    return called ? status : Status::error(called.error());
}

Status ScriptedPlugin::normalizeScore(CycleState& state, const api::Pod& pod, std::vector<framework::NodeScore>& scores)
{
    Status status;
    auto called = lua().protect([&](lua_State* raw) {
        pushScores(raw, scores);
        lua_getglobal(raw, "normalize");
        pushCycleState(raw, state, name_);
        pushPod(raw, pod);
        lua_pushvalue(raw, 1);
        lua_call(raw, 3, 1);
        readScores(raw, 1, scores);
        readStatus(raw, 2, "normalize", status);
    });
    return called ? status : Status::error(called.error());
}

Status ScriptedPlugin::reserve(CycleState& state, const api::Pod& pod, const std::string& node)
{
    auto status = callWithNode("reserve", state, pod, node);
    if (status.isSuccess() && handle_->explanation() == 0 && shape_.functions.contains("unreserve"))
        reserved_.insert(pod.meta.uid);
    return status;
}

void ScriptedPlugin::unreserve(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const bool holds = reserved_.erase(pod.meta.uid) > 0;
    const auto before = holds ? std::nullopt : fingerprintOf(*live_, "unreserve");
    if (auto status = callWithNode("unreserve", state, pod, node); !status.isSuccess())
        note(status.message());
    if (before && fingerprintOf(*live_, "unreserve") != before)
        note("unreserve() changed what the script keeps, for a pod that holds nothing: its own reserve() had refused, or was not "
             "called. It is called for every plugin when one of them fails, so it may give back only what that pod has");
}

std::pair<Status, std::chrono::nanoseconds> ScriptedPlugin::permit(CycleState& state, const api::Pod& pod,
                                                                   const std::string& node)
{
    Status status;
    std::chrono::nanoseconds wait{0};
    auto called = call(
        "permit",
        [&](lua_State* raw) {
            pushCycleState(raw, state, name_);
            pushPod(raw, pod);
            pushText(raw, node);
            return 3;
        },
        1, [&](lua_State* raw) { readStatus(raw, 1, "permit", status, &wait); });
    if (!called)
        return {Status::error(called.error()), {}};
    return {status, wait};
}

Status ScriptedPlugin::preBindPreFlight(CycleState& state, const api::Pod& pod, const std::string& node, bool& parallel)
{
    Status status;
    auto called = call(
        "preBindPreFlight",
        [&](lua_State* raw) {
            pushCycleState(raw, state, name_);
            pushPod(raw, pod);
            pushText(raw, node);
            return 3;
        },
        2,
        [&](lua_State* raw) {
            parallel = lua_toboolean(raw, 2);
            readStatus(raw, 1, "preBindPreFlight", status);
        });
    return called ? status : Status::error(called.error());
}

Status ScriptedPlugin::preBind(CycleState& state, const api::Pod& pod, const std::string& node)
{
    return callWithNode("preBind", state, pod, node);
}

Status ScriptedPlugin::bind(CycleState& state, const api::Pod& pod, const std::string& node)
{
    auto status = callWithNode("bind", state, pod, node);
    if (!status.isSuccess() || handle_->explanation() != 0)
        return status;
    const auto stored = handle_->apiServer().get(api::Kind::Pod, pod.meta.key());
    if (stored && static_cast<const api::Pod&>(*stored).spec.nodeName.empty())
        note("bind() answered Success, but " + pod.meta.key() + " is on no node: nobody has bound it, and no other plugin is "
             "asked any more. For pods that are not its business bind() has to answer Skip");
    return status;
}

void ScriptedPlugin::postBind(CycleState& state, const api::Pod& pod, const std::string& node)
{
    if (auto status = callWithNode("postBind", state, pod, node); !status.isSuccess())
        note(status.message());
}

void ScriptedPlugin::note(const std::string& text) const
{
    if (handle_->explanation() == 0)
        handle_->note(name_, text);
}

void ScriptedPlugin::noteFailure(const tl::expected<void, std::string>& called) const
{
    if (!called)
        note(called.error());
}

}
