// SPDX-License-Identifier: GPL-3.0-or-later
// NodeResourcesFit answers pods that ask for native resources alone on a short way. The long way is taken for a pod that
// also asks for nothing of some other resource; both must say the same.
#include "plugins/node_resources_fit.h"

#include "engine/support/fake_handle.h"

#include <QTest>

#include <rapidcheck.h>

using namespace berth;

namespace {

api::ResourceList amounts(std::int64_t milliCpu, std::int64_t memory, std::int64_t storage, std::int64_t pods = -1)
{
    api::ResourceList list;
    list.set(api::Symbol("cpu"), api::Quantity::fromMilli(milliCpu));
    list.set(api::Symbol("memory"), api::Quantity(memory));
    list.set(api::Symbol("ephemeral-storage"), api::Quantity(storage));
    if (pods >= 0)
        list.set(api::Symbol("pods"), api::Quantity(pods));
    return list;
}

api::PodPtr podAsking(const std::string& name, api::ResourceList requests)
{
    auto pod = std::make_shared<api::Pod>();
    pod->meta.name = name;
    pod->meta.uid = name;
    api::Container container;
    container.resources.requests = std::move(requests);
    pod->spec.containers.push_back(std::move(container));
    return pod;
}

/// Small numbers, so that equality and want are both common.
std::int64_t small() { return *rc::gen::inRange<std::int64_t>(0, 4); }

framework::NodeInfo anyNode()
{
    auto node = std::make_shared<api::Node>();
    node->meta.name = "n";
    node->status.allocatable = amounts(small(), small(), small(), small());
    framework::NodeInfo info;
    info.setNode(node);
    for (auto i = small(); i > 0; --i)
        info.addPod(framework::PodInfo::make(podAsking("p" + std::to_string(i), amounts(small() / 2, small() / 2, 0))));
    return info;
}

framework::Status answer(plugins::NodeResourcesFit& plugin, const api::Pod& pod, const framework::NodeInfo& node)
{
    framework::CycleState state;
    framework::PreFilterResult result;
    (void)plugin.preFilter(state, pod, {}, result);
    return plugin.filter(state, pod, node);
}

}

class TestNodeResourcesFitFast : public QObject {
    Q_OBJECT

private slots:
    void bothWaysAgree()
    {
        tests::FakeHandle handle;
        plugins::NodeResourcesFit plugin(handle, {});
        int refusals = 0;
        QVERIFY(rc::check([&] {
            const auto node = anyNode();
            auto requests = amounts(small(), small(), small());
            const auto brief = podAsking("x", requests);
            requests.set(api::Symbol("example.com/nothing"), api::Quantity(0));
            const auto roundabout = podAsking("x", requests);
            const auto fast = answer(plugin, *brief, node);
            const auto plain = answer(plugin, *roundabout, node);
            refusals += !plain.isSuccess();
            RC_ASSERT(fast.code() == plain.code());
            RC_ASSERT(fast.reasons() == plain.reasons());
        }));
        QVERIFY(refusals > 10);
    }
};

QTEST_APPLESS_MAIN(TestNodeResourcesFitFast)
#include "tst_node_resources_fit_fast.moc"
