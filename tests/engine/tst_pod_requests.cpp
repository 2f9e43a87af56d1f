// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/pod_requests.h"

#include <QTest>

using namespace berth::api;

namespace {

ResourceList amounts(std::initializer_list<std::pair<const char*, const char*>> entries)
{
    ResourceList list;
    for (const auto& [name, text] : entries)
        list.set(Symbol(name), Quantity::parse(text).value());
    return list;
}

Container container(const char* name, ResourceList requests, const char* restartPolicy = "")
{
    Container result;
    result.name = name;
    result.resources.requests = std::move(requests);
    result.restartPolicy = restartPolicy;
    return result;
}

QString shown(const ResourceList& list)
{
    QStringList texts;
    for (const auto& [name, quantity] : list)
        texts << QString::fromStdString(name.str() + "=" + quantity.toString());
    return texts.join(QLatin1Char(' '));
}

ContainerStatus reporting(const char* name, ResourceList requests, ResourceList allocated)
{
    ContainerStatus status;
    status.name = name;
    status.hasResources = true;
    status.resourcesRequests = std::move(requests);
    status.allocatedResources = std::move(allocated);
    return status;
}

}

class TestPodRequests : public QObject {
    Q_OBJECT

private slots:
    void containersAddUpExactly();
    void initContainersRaise();
    void sidecarsStayFromTheirPlaceOn();
    void overheadComesOnTop();
    void podLevelReplacesWhatItNames();
    void missingRequestsGetTheDefaults();
    void statusHoldsWhatAResizeStillUses();
    void infeasibleResizeIgnoresTheWish();
    void podLevelStatus();
    void names();
};

void TestPodRequests::containersAddUpExactly()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "500u"}, {"memory", "1Gi"}})),
                           container("b", amounts({{"cpu", "500u"}, {"example.com/gpu", "0"}}))};
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=1m example.com/gpu=0 memory=1Gi"));
    QCOMPARE(shown(podRequests(Pod())), QString());
}

void TestPodRequests::initContainersRaise()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "1"}, {"memory", "1Gi"}}))};
    pod.spec.initContainers = {container("i", amounts({{"cpu", "2"}})),
                               container("j", amounts({{"cpu", "500m"}, {"memory", "3Gi"}}))};
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=2 memory=3Gi"));
}

void TestPodRequests::sidecarsStayFromTheirPlaceOn()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "1"}}))};
    pod.spec.initContainers = {container("before", amounts({{"cpu", "5"}})),
                               container("side", amounts({{"cpu", "2"}}), "Always"),
                               container("after", amounts({{"cpu", "4"}}))};
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=6")); // after + side
    pod.spec.initContainers.pop_back();
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=5")); // before
    pod.spec.initContainers.erase(pod.spec.initContainers.begin());
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=3")); // a + side
}

void TestPodRequests::overheadComesOnTop()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "1"}}))};
    pod.spec.overhead = amounts({{"cpu", "250m"}, {"memory", "10Mi"}});
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=1250m memory=10Mi"));
}

void TestPodRequests::podLevelReplacesWhatItNames()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "1"}, {"memory", "1Gi"}, {"ephemeral-storage", "1"}}))};
    pod.spec.resources.emplace();
    pod.spec.resources->requests = amounts({{"ephemeral-storage", "5"}});
    QVERIFY(!hasPodLevelRequests(pod));
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=1 ephemeral-storage=1 memory=1Gi"));
    pod.spec.resources->requests = amounts({{"cpu", "3"}, {"hugepages-2Mi", "4Mi"}, {"ephemeral-storage", "5"}});
    QVERIFY(hasPodLevelRequests(pod));
    QCOMPARE(shown(podRequests(pod)), QStringLiteral("cpu=3 ephemeral-storage=1 hugepages-2Mi=4Mi memory=1Gi"));
    PodRequestsOptions options;
    options.podLevel = false;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=1 ephemeral-storage=1 memory=1Gi"));
}

void TestPodRequests::missingRequestsGetTheDefaults()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "0"}})), container("b", {})};
    pod.spec.initContainers = {container("i", amounts({{"memory", "1Gi"}}))};
    const ResourceList defaults = amounts({{"cpu", "100m"}, {"memory", "200Mi"}});
    PodRequestsOptions options;
    options.nonMissingContainerRequests = &defaults;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=100m memory=1Gi"));
    QCOMPARE(shown(podRequests(Pod(), options)), QString());
}

void TestPodRequests::statusHoldsWhatAResizeStillUses()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "1"}, {"memory", "2Gi"}}))};
    pod.status.containerStatuses = {reporting("a", amounts({{"cpu", "2"}}), amounts({{"memory", "1Gi"}}))};
    PodRequestsOptions options;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=1 memory=2Gi"));
    options.useStatus = true;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=2 memory=2Gi"));
    pod.status.containerStatuses[0].hasResources = false;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=1 memory=2Gi"));
}

void TestPodRequests::infeasibleResizeIgnoresTheWish()
{
    Pod pod;
    pod.spec.containers = {container("a", amounts({{"cpu", "5"}}))};
    pod.spec.initContainers = {container("i", amounts({{"cpu", "3"}}))};
    pod.status.containerStatuses = {reporting("a", amounts({{"cpu", "2"}}), amounts({{"cpu", "1"}}))};
    pod.status.initContainerStatuses = {reporting("i", amounts({{"cpu", "9"}}), {})};
    pod.status.conditions = {{"PodResizePending", "True", "Infeasible", "", std::nullopt, 0}};
    PodRequestsOptions options;
    options.useStatus = true;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=3")); // the init container's status is not looked at
    pod.status.conditions[0].reason = "Deferred";
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=5"));
}

void TestPodRequests::podLevelStatus()
{
    Pod pod;
    pod.spec.resources.emplace();
    pod.spec.resources->requests = amounts({{"cpu", "1"}, {"memory", "1Gi"}});
    pod.status.hasResources = true;
    pod.status.resourcesRequests = amounts({{"cpu", "2"}});
    PodRequestsOptions options;
    options.useStatus = true;
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=2 memory=1Gi"));
    pod.status.conditions = {{"PodResizePending", "True", "Infeasible", "", std::nullopt, 0}};
    QCOMPARE(shown(podRequests(pod, options)), QStringLiteral("cpu=2 memory=0"));
}

void TestPodRequests::names()
{
    QVERIFY(isExtendedResourceName("example.com/gpu"));
    QVERIFY(!isExtendedResourceName("gpu"));
    QVERIFY(!isExtendedResourceName("kubernetes.io/gpu"));
    QVERIFY(!isExtendedResourceName("requests.example.com/gpu"));
    QVERIFY(!isExtendedResourceName("example.com/bad name"));
    QVERIFY(isScalarResourceName("kubernetes.io/gpu"));
    QVERIFY(isScalarResourceName("hugepages-2Mi"));
    QVERIFY(isScalarResourceName("attachable-volumes-x"));
    QVERIFY(!isScalarResourceName("gpu"));
    QVERIFY(!isScalarResourceName("cpu"));
}

QTEST_APPLESS_MAIN(TestPodRequests)
#include "tst_pod_requests.moc"
