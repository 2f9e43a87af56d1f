// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/cluster_objects.h"
#include "api/decode.h"
#include "design/keep_placements.h"

#include <QTest>

using namespace berth;

namespace {

template <typename T>
std::shared_ptr<T> object(const std::string& text)
{
    for (const api::DecodedDocument& decoded : api::decodeStream(text, "test.yaml"))
        if (decoded.object)
            return std::make_shared<T>(dynamic_cast<const T&>(*decoded.object));
    return nullptr;
}

/// As a controller has made it and the server completed it.
api::PodPtr made(const std::string& name, const std::string& ownerKind, const std::string& owner, const std::string& node, const std::string& phase = "Running")
{
    return object<api::Pod>("{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: default, generateName: " + owner + "-, uid: u-" + name
                            + ", labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: " + ownerKind + ", name: " + owner
                            + ", uid: u, controller: true}]}, spec: {nodeName: '" + node + "', containers: [{name: c, image: i}]}, status: {phase: " + phase + "}}");
}

api::ObjectPtr replicaSet(const std::string& name, const std::string& deployment)
{
    return object<api::Workload>("{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: " + name + ", namespace: default, uid: u-" + name
                                 + ", ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: " + deployment
                                 + ", uid: u, controller: true}]}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, "
                                   "spec: {containers: [{name: c, image: i}]}}}, status: {replicas: 2}}");
}

const std::string deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\nspec: {replicas: 2, selector: {matchLabels: {app: web}}, "
                               "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}\n";

}

class TestKeepPlacements : public QObject {
    Q_OBJECT

private slots:
    void nothingOfTheServersIsWritten()
    {
        const design::Document document = design::Document().withAdded(deployment);
        const design::Kept kept = design::keepPlacements(document, {made("web-1-a", "ReplicaSet", "web-1", "n1")}, {replicaSet("web-1", "web")}, true);
        QCOMPARE(kept.placements, std::size_t(1));
        QCOMPARE(kept.document.items().size(), std::size_t(3));
        for (const auto& [kind, key] : {std::pair("ReplicaSet", "default/web-1"), std::pair("Pod", "default/web-1-a")}) {
            const design::ItemPtr item = kept.document.find(kind, key);
            QVERIFY(item && !item->hasErrors());
            for (const char* given : {"uid", "ownerReferences", "status"})
                QVERIFY2(item->text().find(given) == std::string::npos, item->text().c_str());
        }
        QVERIFY(kept.document.find("Pod", "default/web-1-a")->text().find("nodeName: n1") != std::string::npos);
    }

    void whatIsNotOfTheDesignStaysOut()
    {
        const design::Document document = design::Document().withAdded(deployment);
        const design::Kept kept = design::keepPlacements(document, {made("other-1-a", "ReplicaSet", "other-1", "n1"), made("job-a", "Job", "job", "n1"), made("web-1-a", "ReplicaSet", "web-1", "")},
                                                         {replicaSet("other-1", "other"), replicaSet("web-1", "web")}, true);
        QVERIFY(!kept.isChange());
        QCOMPARE(kept.ofJobs, std::size_t(1));
        QCOMPARE(kept.document.items().size(), document.items().size());
    }

    /// A pod that has ended holds no room, and its ReplicaSet has another one.
    void podsThatHaveEndedAreNotKept()
    {
        const design::Document document = design::Document().withAdded(deployment);
        const std::vector<api::ObjectPtr> sets{replicaSet("web-1", "web")};
        design::Kept kept = design::keepPlacements(document, {made("web-1-a", "ReplicaSet", "web-1", "n1", "Failed"), made("web-1-b", "ReplicaSet", "web-1", "n2")}, sets, true);
        QCOMPARE(kept.placements, std::size_t(1));
        QVERIFY(!kept.document.find("Pod", "default/web-1-a") && kept.document.find("Pod", "default/web-1-b"));
        // One that was kept, and has ended in the run from there.
        const std::vector<api::PodPtr> later{made("web-1-b", "ReplicaSet", "web-1", "n2", "Failed"), made("web-1-c", "ReplicaSet", "web-1", "n3")};
        QCOMPARE(design::keepPlacements(kept.document, later, sets, false).gone, std::size_t(0)); // another design's run
        kept = design::keepPlacements(kept.document, later, sets, true);
        QCOMPARE(kept.gone, std::size_t(1));
        QVERIFY(!kept.document.find("Pod", "default/web-1-b") && kept.document.find("Pod", "default/web-1-c"));
    }
};

QTEST_APPLESS_MAIN(TestKeepPlacements)
#include "tst_keep_placements.moc"
