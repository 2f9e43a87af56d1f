// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/example.h"

namespace berth::models::example {

namespace {

api::NodePtr node(const char* name, const char* zone, const char* cpu)
{
    auto made = std::make_shared<api::Node>();
    made->meta.name = name;
    made->meta.labels.set(api::Symbol("topology.kubernetes.io/zone"), api::Symbol(zone));
    made->meta.labels.set(api::Symbol("disk"), api::Symbol("ssd"));
    made->status.allocatable.set(api::Symbol("cpu"), *api::Quantity::parse(cpu));
    made->status.allocatable.set(api::Symbol("memory"), *api::Quantity::parse("8Gi"));
    made->status.allocatable.set(api::Symbol("pods"), *api::Quantity::parse("110"));
    return made;
}

api::PodPtr pod(const char* name, const char* on, const char* cpu)
{
    auto made = std::make_shared<api::Pod>();
    made->meta.name = name;
    made->meta.namespace_ = api::Symbol("default");
    made->meta.labels.set(api::Symbol("app"), api::Symbol("web"));
    made->spec.nodeName = on;
    made->status.phase = *on ? "Running" : "Pending";
    api::Container container;
    container.resources.requests.set(api::Symbol("cpu"), *api::Quantity::parse(cpu));
    made->spec.containers.push_back(container);
    return made;
}

trace::StatusRecord status(const char* plugin, trace::Code code, const char* reason)
{
    return {api::Symbol(plugin), code, {reason}};
}

}

ClusterPtr cluster()
{
    scenario::ClusterState state;
    state.nodes = {node("n10", "east", "4"), node("n2", "east", "4"), node("n3", "west", "2")};
    state.pods = {pod("a", "n3", "1500m"), pod("b", "n2", "500m"), pod("big", "", "64"), pod("gated", "", "1")};
    state.queue.unschedulable = {"default/big"};
    state.queue.gated = {"default/gated"};
    state.queue.gatedBy = {{"default/gated", "SchedulingGates"}};
    return makeCluster(state, *attempts(), {});
}

AttemptsPtr attempts()
{
    auto list = std::make_shared<Attempts>();
    list->push_back(std::make_shared<trace::Attempt>(scored()));
    list->push_back(std::make_shared<trace::Attempt>(rejected()));
    return list;
}

trace::Attempt scored()
{
    trace::Attempt attempt;
    attempt.pod = "default/b";
    attempt.attempt = 1;
    attempt.result = trace::Result::Scheduled;
    attempt.node = "n2";
    attempt.total = 250;
    attempt.evaluatedNodes = 3;
    attempt.feasibleNodes = 2;
    return attempt;
}

std::shared_ptr<const trace::Explanation> scoredExplanation()
{
    auto e = std::make_shared<trace::Explanation>();
    e->nodes = {"n10", "n2", "n3"};
    e->hasPreFilter = e->hasFilters = e->hasPreScore = e->hasScores = true;
    e->preFilterStatus = trace::StatusRecord{};
    e->filterPlugins = {api::Symbol("NodeName"), api::Symbol("NodeResourcesFit")};
    e->filters = {{}, {}, {{1, status("", trace::Code::Unschedulable, "Insufficient cpu")}}};
    e->filterStatus = {{2, status("NodeResourcesFit", trace::Code::Unschedulable, "Insufficient cpu")}};
    e->feasible = {0, 1};
    e->scorePlugins = {api::Symbol("NodeResourcesFit"), api::Symbol("TaintToleration")};
    e->weights = {1, 3};
    e->scores = {{{40, 40, 40}, {0, 70, 210}}, {{50, 50, 50}, {0, 200 / 3, 200}}};
    e->totals = {250, 250};
    e->tied = {0, 1};
    return e;
}

trace::Attempt rejected()
{
    trace::Attempt attempt;
    attempt.index = 1;
    attempt.pod = "default/big";
    attempt.attempt = 1;
    attempt.result = trace::Result::Unschedulable;
    attempt.message = "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.";
    attempt.queueAfter = trace::QueuePlace::Unschedulable;
    return attempt;
}

std::shared_ptr<const trace::Explanation> rejectedExplanation()
{
    auto e = std::make_shared<trace::Explanation>();
    e->nodes = {"n10", "n2", "n3"};
    e->hasPreFilter = e->hasFilters = true;
    e->preFilterStatus = trace::StatusRecord{};
    e->filterPlugins = {api::Symbol("TaintToleration"), api::Symbol("NodeResourcesFit")};
    const auto cpu = status("NodeResourcesFit", trace::Code::Unschedulable, "Insufficient cpu");
    const auto taint = status("TaintToleration", trace::Code::UnschedulableAndUnresolvable, "node(s) had untolerated taint(s)");
    e->filters = {{{1, cpu}}, {{1, cpu}}, {{0, taint}, {1, cpu}}};
    e->filterStatus = {{0, cpu}, {1, cpu}, {2, taint}};
    e->absentStatus = trace::StatusRecord{};
    return e;
}

}
