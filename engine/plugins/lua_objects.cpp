// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_objects.h"

#include "plugins/lua_library.h"
#include "plugins/lua_state.h"

#include <cstring>
#include <new>

namespace berth::plugins {
namespace {

constexpr const char* readOnlyType = "table";

// ---- Tables that cannot be written to: a userdata whose first user value is the table.

int readOnlyIndex(lua_State* lua)
{
    lua_getiuservalue(lua, 1, 1);
    lua_pushvalue(lua, 2);
    lua_rawget(lua, -2);
    return 1;
}

int readOnlyLength(lua_State* lua)
{
    lua_getiuservalue(lua, 1, 1);
    lua_pushinteger(lua, static_cast<lua_Integer>(lua_rawlen(lua, -1)));
    return 1;
}

int readOnlyText(lua_State* lua)
{
    lua_pushliteral(lua, "table");
    return 1;
}

int refuseWrite(lua_State* lua)
{
    return luaL_error(lua, "what comes from the scheduler cannot be changed");
}

void openReadOnly(lua_State* lua)
{
    luaL_newmetatable(lua, readOnlyType);
    const luaL_Reg functions[] = {
        {"__index", readOnlyIndex}, {"__len", readOnlyLength},     {"__newindex", refuseWrite},
        {"__tostring", readOnlyText}, {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
    lua_pop(lua, 1);
}

// ---- Building blocks of fields.

void setText(lua_State* lua, const char* key, std::string_view text)
{
    pushText(lua, text);
    lua_setfield(lua, -2, key);
}

void setInteger(lua_State* lua, const char* key, std::int64_t number)
{
    lua_pushinteger(lua, number);
    lua_setfield(lua, -2, key);
}

void pushStringMap(lua_State* lua, const api::StringMap& map)
{
    lua_newtable(lua);
    for (const auto& [key, value] : map) {
        pushText(lua, key.view());
        pushText(lua, value.view());
        lua_rawset(lua, -3);
    }
    makeReadOnly(lua);
}

/// push(lua, item) for each, as a list.
template <typename List, typename Push>
void pushList(lua_State* lua, const List& list, Push push)
{
    lua_newtable(lua);
    lua_Integer at = 0;
    for (const auto& item : list) {
        push(lua, item);
        lua_rawseti(lua, -2, ++at);
    }
    makeReadOnly(lua);
}

void pushQuantities(lua_State* lua, const api::ResourceList& list)
{
    lua_newtable(lua);
    for (const auto& [name, amount] : list) {
        pushText(lua, name.view());
        lua_pushinteger(lua, name == framework::resource_name::cpu ? amount.milliValue() : amount.value());
        lua_rawset(lua, -3);
    }
    makeReadOnly(lua);
}

void pushResource(lua_State* lua, const framework::Resource& resource, bool withPods)
{
    lua_newtable(lua);
    setInteger(lua, "cpu", resource.milliCpu);
    setInteger(lua, "memory", resource.memory);
    setInteger(lua, "ephemeral-storage", resource.ephemeralStorage);
    if (withPods)
        setInteger(lua, "pods", resource.allowedPodNumber);
    for (const auto& [name, amount] : resource.scalars) {
        pushText(lua, name.view());
        lua_pushinteger(lua, amount);
        lua_rawset(lua, -3);
    }
    makeReadOnly(lua);
}

void pushContainer(lua_State* lua, const api::Container& container)
{
    lua_newtable(lua);
    setText(lua, "name", container.name);
    setText(lua, "image", container.image);
    pushQuantities(lua, container.resources.requests);
    lua_setfield(lua, -2, "requests");
    pushQuantities(lua, container.resources.limits);
    lua_setfield(lua, -2, "limits");
    pushList(lua, container.ports, [](lua_State* l, const api::ContainerPort& port) {
        lua_newtable(l);
        setInteger(l, "containerPort", port.containerPort);
        setInteger(l, "hostPort", port.hostPort);
        setText(l, "protocol", port.protocol);
        makeReadOnly(l);
    });
    lua_setfield(lua, -2, "ports");
    makeReadOnly(lua);
}

void pushToleration(lua_State* lua, const api::Toleration& toleration)
{
    lua_newtable(lua);
    setText(lua, "key", toleration.key.view());
    setText(lua, "operator", toleration.op);
    setText(lua, "value", toleration.value.view());
    setText(lua, "effect", toleration.effect.view());
    if (toleration.tolerationSeconds)
        setInteger(lua, "tolerationSeconds", *toleration.tolerationSeconds);
    makeReadOnly(lua);
}

void pushTaint(lua_State* lua, const api::Taint& taint)
{
    lua_newtable(lua);
    setText(lua, "key", taint.key.view());
    setText(lua, "value", taint.value.view());
    setText(lua, "effect", taint.effect.view());
    makeReadOnly(lua);
}

void pushOwner(lua_State* lua, const api::OwnerReference& owner)
{
    lua_newtable(lua);
    setText(lua, "kind", owner.kind);
    setText(lua, "name", owner.name);
    setText(lua, "uid", owner.uid);
    lua_pushboolean(lua, owner.controller);
    lua_setfield(lua, -2, "controller");
    makeReadOnly(lua);
}

// ---- Views.

/// A view's user value 1 is the table of fields that were asked for before.
template <typename T>
struct View {
    const T* object;
    std::uint64_t call;
    framework::PodInfoPtr info;            ///< of a pod whose requests were asked for
};

template <typename T>
struct Field {
    const char* name;
    void (*push)(lua_State*, View<T>&);
};

template <typename T>
struct ViewOf; // typeName, fields

template <typename T>
void pushView(lua_State* lua, const T& object)
{
    auto* view = static_cast<View<T>*>(lua_newuserdatauv(lua, sizeof(View<T>), 1));
    new (view) View<T>{&object, LuaState::of(lua).currentCall(), nullptr};
    luaL_setmetatable(lua, ViewOf<T>::typeName);
}

template <typename T>
View<T>& checkView(lua_State* lua, int index)
{
    auto& view = *static_cast<View<T>*>(luaL_checkudata(lua, index, ViewOf<T>::typeName));
    if (!LuaState::of(lua).isUnderWay(view.call))
        luaL_error(lua, "this %s was handed to an earlier call; keep its name, not the object", ViewOf<T>::typeName);
    return view;
}

template <typename T>
int viewIndex(lua_State* lua)
{
    auto& view = checkView<T>(lua, 1);
    if (lua_getiuservalue(lua, 1, 1) != LUA_TTABLE) {
        lua_pop(lua, 1);
        lua_newtable(lua);
        lua_pushvalue(lua, -1);
        lua_setiuservalue(lua, 1, 1);
    }
    const int known = lua_gettop(lua);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, known) != LUA_TNIL)
        return 1;
    const char* name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "";
    for (const auto& field : ViewOf<T>::fields)
        if (std::strcmp(field.name, name) == 0) {
            luaL_checkstack(lua, 20, nullptr);
            field.push(lua, view);
            lua_pushvalue(lua, 2);
            lua_pushvalue(lua, -2);
            lua_rawset(lua, known);
            return 1;
        }
    return luaL_error(lua, "a %s has no field '%s'", ViewOf<T>::typeName, luaL_tolstring(lua, 2, nullptr));
}

template <typename T>
int viewGone(lua_State* lua)
{
    static_cast<View<T>*>(lua_touserdata(lua, 1))->~View<T>();
    return 0;
}

template <typename T>
int viewText(lua_State* lua)
{
    lua_pushstring(lua, ViewOf<T>::typeName);
    return 1;
}

template <typename T>
void openView(lua_State* lua)
{
    luaL_newmetatable(lua, ViewOf<T>::typeName);
    const luaL_Reg functions[] = {{"__index", viewIndex<T>},
                                  {"__newindex", refuseWrite},
                                  {"__gc", viewGone<T>},
                                  {"__tostring", viewText<T>},
                                  {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
    lua_pop(lua, 1);
}

template <typename T>
void pushLabels(lua_State* lua, View<T>& view)
{
    pushStringMap(lua, view.object->meta.labels);
}
template <typename T>
void pushAnnotations(lua_State* lua, View<T>& view)
{
    pushStringMap(lua, view.object->meta.annotations);
}
template <typename T>
void pushName(lua_State* lua, View<T>& view)
{
    pushText(lua, view.object->meta.name);
}
template <typename T>
void pushNamespace(lua_State* lua, View<T>& view)
{
    pushText(lua, view.object->meta.namespace_.view());
}
template <typename T>
void pushUid(lua_State* lua, View<T>& view)
{
    pushText(lua, view.object->meta.uid);
}
/// `namespace/name`, put together by Lua: no C++ string may be alive when it runs out of memory.
template <typename T>
void pushKey(lua_State* lua, View<T>& view)
{
    const auto& meta = view.object->meta;
    if (meta.namespace_.empty())
        return pushText(lua, meta.name);
    lua_pushfstring(lua, "%s/%s", meta.namespace_.str().c_str(), meta.name.c_str());
}
template <typename T>
void pushDocument(lua_State* lua, View<T>& view)
{
    if (view.object->document)
        pushValue(lua, *view.object->document);
    else
        lua_pushnil(lua);
}
template <typename T>
void pushOwners(lua_State* lua, View<T>& view)
{
    pushList(lua, view.object->meta.ownerReferences, pushOwner);
}

using api::Node;
using api::Object;
using api::Pod;
using framework::NodeInfo;
using framework::QueuedPodInfo;

template <>
struct ViewOf<Object> {
    static constexpr const char* typeName = "object";
    static constexpr Field<Object> fields[] = {
        {"name", pushName<Object>}, {"namespace", pushNamespace<Object>}, {"uid", pushUid<Object>},
        {"key", pushKey<Object>}, {"labels", pushLabels<Object>}, {"annotations", pushAnnotations<Object>},
        {"owners", pushOwners<Object>}, {"document", pushDocument<Object>},
        {"kind", [](lua_State* lua, View<Object>& view) { pushText(lua, view.object->kindText); }},
    };
};

void pushRequests(lua_State* lua, View<Pod>& view)
{
    if (!view.info) // not owned: it is only read here
        view.info = framework::PodInfo::make(api::PodPtr(std::shared_ptr<void>(), view.object));
    pushResource(lua, view.info->requests, false);
}

void pushContainers(lua_State* lua, View<Pod>& view) { pushList(lua, view.object->spec.containers, pushContainer); }

template <>
struct ViewOf<Pod> {
    static constexpr const char* typeName = "pod";
    static constexpr Field<Pod> fields[] = {
        {"name", pushName<Pod>}, {"namespace", pushNamespace<Pod>}, {"uid", pushUid<Pod>}, {"key", pushKey<Pod>},
        {"labels", pushLabels<Pod>}, {"annotations", pushAnnotations<Pod>}, {"owners", pushOwners<Pod>},
        {"document", pushDocument<Pod>}, {"requests", pushRequests}, {"containers", pushContainers},
        {"kind", [](lua_State* lua, View<Pod>&) { lua_pushliteral(lua, "Pod"); }},
        {"initContainers",
         [](lua_State* lua, View<Pod>& v) { pushList(lua, v.object->spec.initContainers, pushContainer); }},
        {"priority", [](lua_State* lua, View<Pod>& v) { lua_pushinteger(lua, v.object->priority()); }},
        {"priorityClassName", [](lua_State* lua, View<Pod>& v) { pushText(lua, v.object->spec.priorityClassName); }},
        {"preemptionPolicy", [](lua_State* lua, View<Pod>& v) { pushText(lua, v.object->spec.preemptionPolicy); }},
        {"nodeName", [](lua_State* lua, View<Pod>& v) { pushText(lua, v.object->spec.nodeName); }},
        {"nominatedNodeName", [](lua_State* lua, View<Pod>& v) { pushText(lua, v.object->status.nominatedNodeName); }},
        {"schedulerName", [](lua_State* lua, View<Pod>& v) { pushText(lua, v.object->spec.schedulerName); }},
        {"phase", [](lua_State* lua, View<Pod>& v) { pushText(lua, v.object->status.phase); }},
        {"hostNetwork", [](lua_State* lua, View<Pod>& v) { lua_pushboolean(lua, v.object->spec.hostNetwork); }},
        {"nodeSelector", [](lua_State* lua, View<Pod>& v) { pushStringMap(lua, v.object->spec.nodeSelector); }},
        {"tolerations", [](lua_State* lua, View<Pod>& v) { pushList(lua, v.object->spec.tolerations, pushToleration); }},
        {"schedulingGates",
         [](lua_State* lua, View<Pod>& v) { pushList(lua, v.object->spec.schedulingGates, pushText); }},
    };
};

template <>
struct ViewOf<Node> {
    static constexpr const char* typeName = "node";
    static constexpr Field<Node> fields[] = {
        {"name", pushName<Node>}, {"uid", pushUid<Node>}, {"key", pushKey<Node>}, {"labels", pushLabels<Node>},
        {"annotations", pushAnnotations<Node>}, {"document", pushDocument<Node>},
        {"kind", [](lua_State* lua, View<Node>&) { lua_pushliteral(lua, "Node"); }},
        {"unschedulable", [](lua_State* lua, View<Node>& v) { lua_pushboolean(lua, v.object->spec.unschedulable); }},
        {"taints", [](lua_State* lua, View<Node>& v) { pushList(lua, v.object->spec.taints, pushTaint); }},
        {"capacity", [](lua_State* lua, View<Node>& v) { pushQuantities(lua, v.object->status.capacity); }},
        {"allocatable", [](lua_State* lua, View<Node>& v) { pushQuantities(lua, v.object->status.allocatable); }},
    };
};

void pushPodsOf(lua_State* lua, View<NodeInfo>& view)
{
    pushList(lua, view.object->pods(), [](lua_State* l, const framework::PodInfoPtr& pod) { pushPod(l, *pod->pod); });
}

template <>
struct ViewOf<NodeInfo> {
    static constexpr const char* typeName = "node info";
    static constexpr Field<NodeInfo> fields[] = {
        {"name", [](lua_State* lua, View<NodeInfo>& v) { pushText(lua, v.object->name()); }},
        {"node", [](lua_State* lua, View<NodeInfo>& v) { pushNode(lua, v.object->node()); }},
        {"labels", [](lua_State* lua, View<NodeInfo>& v) { pushStringMap(lua, v.object->node().meta.labels); }},
        {"pods", pushPodsOf},
        {"requested", [](lua_State* lua, View<NodeInfo>& v) { pushResource(lua, v.object->requested(), false); }},
        {"allocatable", [](lua_State* lua, View<NodeInfo>& v) { pushResource(lua, v.object->allocatable(), true); }},
    };
};

/// Seconds since 1970 on the virtual clock.
void pushTime(lua_State* lua, api::Time time) { lua_pushnumber(lua, static_cast<double>(time.nanoseconds) / 1e9); }

template <>
struct ViewOf<QueuedPodInfo> {
    static constexpr const char* typeName = "queued pod";
    static constexpr Field<QueuedPodInfo> fields[] = {
        {"pod", [](lua_State* lua, View<QueuedPodInfo>& v) { pushPod(lua, v.object->pod()); }},
        {"timestamp", [](lua_State* lua, View<QueuedPodInfo>& v) { pushTime(lua, v.object->timestamp); }},
        {"attempts", [](lua_State* lua, View<QueuedPodInfo>& v) { lua_pushinteger(lua, v.object->attempts); }},
    };
};

}

void openObjects(lua_State* lua)
{
    openReadOnly(lua);
    openView<Object>(lua);
    openView<Pod>(lua);
    openView<Node>(lua);
    openView<NodeInfo>(lua);
    openView<QueuedPodInfo>(lua);
}

void pushText(lua_State* lua, std::string_view text) { lua_pushlstring(lua, text.data(), text.size()); }
void pushPod(lua_State* lua, const api::Pod& pod) { pushView(lua, pod); }
void pushNode(lua_State* lua, const api::Node& node) { pushView(lua, node); }
void pushNodeInfo(lua_State* lua, const framework::NodeInfo& node) { pushView(lua, node); }
void pushQueuedPod(lua_State* lua, const framework::QueuedPodInfo& pod) { pushView(lua, pod); }

void pushObject(lua_State* lua, const api::Object* object)
{
    if (!object)
        lua_pushnil(lua);
    else if (object->kind == api::Kind::Pod)
        pushPod(lua, static_cast<const api::Pod&>(*object));
    else if (object->kind == api::Kind::Node)
        pushNode(lua, static_cast<const api::Node&>(*object));
    else
        pushView(lua, *object);
}

void pushValue(lua_State* lua, const api::Value& value)
{
    using Kind = api::Value::Kind;
    LuaState::of(lua).charge(lua, 10);
    luaL_checkstack(lua, 10, "document");
    switch (value.kind) {
    case Kind::Null: return lua_pushnil(lua);
    case Kind::Bool: return lua_pushboolean(lua, value.boolean);
    case Kind::String: return pushText(lua, value.text);
    case Kind::Integer:
    case Kind::Float:
        if (lua_stringtonumber(lua, value.text.c_str()) == 0)
            pushText(lua, value.text);
        return;
    case Kind::Array: return pushList(lua, value.items, pushValue);
    case Kind::Object:
        lua_newtable(lua);
        for (const auto& member : value.members) {
            pushText(lua, member.key);
            pushValue(lua, member.value);
            lua_rawset(lua, -3);
        }
        makeReadOnly(lua);
    }
}

void makeReadOnly(lua_State* lua)
{
    lua_newuserdatauv(lua, 0, 1);
    lua_insert(lua, -2);
    lua_setiuservalue(lua, -2, 1);
    luaL_setmetatable(lua, readOnlyType);
}

void pushPlainTable(lua_State* lua, int index)
{
    if (luaL_testudata(lua, index, readOnlyType)) {
        lua_getiuservalue(lua, index, 1);
        return;
    }
    luaL_checktype(lua, index, LUA_TTABLE);
    lua_pushvalue(lua, index);
}

const api::Pod& checkPod(lua_State* lua, int index) { return *checkView<api::Pod>(lua, index).object; }

}
