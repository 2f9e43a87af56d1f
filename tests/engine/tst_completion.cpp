// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/completion.h"

#include <QTest>

#include <algorithm>

using namespace berth;

namespace {

using Texts = std::vector<std::string>;

/// The cursor stands at the bar.
Texts offered(std::string text, const Texts& plugins = {})
{
    const std::size_t cursor = text.find('|');
    text.erase(cursor, 1);
    Texts all;
    for (const auto& candidate : plugins.empty() ? design::complete(text, cursor).candidates : design::completeConfiguration(text, cursor, plugins).candidates)
        all.push_back(candidate.text);
    return all;
}

bool has(const Texts& texts, const char* one)
{
    return std::find(texts.begin(), texts.end(), one) != texts.end();
}

const Texts plugins = {"Mine", "NodeResourcesFit", "PodTopologySpread"};
const std::string head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

}

class TestCompletion : public QObject {
    Q_OBJECT

private slots:
    void fieldsOfAnObject()
    {
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n  - eff|"), Texts{"effect: "});
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n  - effect: No|"), (Texts{"NoSchedule", "NoExecute"}));
    }

    void aListMayStandBelowTheFirstKeyOfAnItem()
    {
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - ports:\n    - hostP|"), Texts{"hostPort: "});
    }

    void otherObjectsAreOfferedByTheirNames()
    {
        const std::string text = "apiVersion: v1\nkind: Pod\nspec:\n  priorityClassName: h";
        const auto names = [](std::string_view kind) { return kind == "PriorityClass" ? Texts{"high", "huge", "low"} : Texts{"no"}; };
        Texts all;
        for (const auto& candidate : design::complete(text, text.size(), names).candidates)
            all.push_back(candidate.text);
        QCOMPARE(all, (Texts{"high", "huge"}));
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nspec:\n  priorityClassName: |"), Texts());
    }

    void keysThatPeopleKnowAreOffered()
    {
        QCOMPARE(offered("apiVersion: v1\nkind: Node\nstatus:\n  allocatable:\n    cpu: 1\n    |"), (Texts{"ephemeral-storage: ", "hugepages-2Mi: ", "memory: ", "nvidia.com/gpu: ", "pods: "}));
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nspec:\n  nodeSelector:\n    topo|"), (Texts{"topology.kubernetes.io/region: ", "topology.kubernetes.io/zone: "}));
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nspec:\n  topologySpreadConstraints:\n  - topologyKey: kubernetes.io/h|"), Texts{"kubernetes.io/hostname"});
        QCOMPARE(offered("apiVersion: v1\nkind: Pod\nmetadata:\n  labels:\n    |"), Texts());
    }

    void kindsGoWithTheirVersions()
    {
        QCOMPARE(offered("apiVersion: batch/v1\nkind: |"), (Texts{"CronJob", "Job"}));
        QCOMPARE(offered("apiVersion: |\nkind: StorageClass\n"), Texts{"storage.k8s.io/v1"});
        QCOMPARE(offered("apiVersion: v1\nkind: Limit|"), Texts{"LimitRange"});
        QVERIFY(has(offered("kind: |"), "RuntimeClass") && has(offered("kind: |"), "Pod"));
    }

    void anEmptyConfigurationBegins()
    {
        QCOMPARE(offered("|", plugins), (Texts{"apiVersion: ", "kind: ", "profiles:", "extenders:"}));
        QCOMPARE(offered("apiVersion: |", plugins), Texts{"kubescheduler.config.k8s.io/v1"});
        QCOMPARE(offered("kind: |", plugins), Texts{"KubeSchedulerConfiguration"});
    }

    void fieldsOfAConfiguration()
    {
        QVERIFY(has(offered(head + "|", plugins), "percentageOfNodesToScore: "));
        QVERIFY(!has(offered(head + "|", plugins), "kind: "));
        QCOMPARE(offered(head + "profiles:\n- |", plugins), (Texts{"percentageOfNodesToScore: ", "pluginConfig:", "plugins:", "schedulerName: "}));
        QCOMPARE(offered(head + "profiles:\n- schedulerName: |", plugins), Texts{"default-scheduler"});
        QCOMPARE(offered(head + "profiles:\n- plugins:\n    score:\n      en|", plugins), Texts{"enabled:"});
    }

    void pluginsByName()
    {
        const std::string score = head + "profiles:\n- plugins:\n    score:\n";
        QCOMPARE(offered(score + "      enabled:\n      - name: |", plugins), plugins);
        QCOMPARE(offered(score + "      disabled:\n      - name: |", plugins), (Texts{"'*'", "Mine", "NodeResourcesFit", "PodTopologySpread"}));
        QCOMPARE(offered(head + "profiles:\n- pluginConfig:\n  - name: node|", plugins), Texts{"NodeResourcesFit"});
    }

    void argumentsAreThoseOfThePluginBesideThem()
    {
        const std::string start = head + "profiles:\n- pluginConfig:\n";
        QVERIFY(has(offered(start + "  - name: NodeResourcesFit\n    args:\n      |", plugins), "scoringStrategy:"));
        QCOMPARE(offered(start + "  - name: NodeResourcesFit\n    args:\n      scoringStrategy:\n        type: |", plugins),
                 (Texts{"LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"}));
        QCOMPARE(offered(start + "  - args:\n      defaultingType: |\n    name: PodTopologySpread\n", plugins), (Texts{"System", "List"}));
        // The name of another entry says nothing about this one.
        QCOMPARE(offered(start + "  - name: NodeResourcesFit\n  - name: Mine\n    args:\n      |", plugins), Texts());
        QCOMPARE(offered(start + "  - args:\n      |\n  - name: NodeResourcesFit\n", plugins), Texts());
    }
};

QTEST_APPLESS_MAIN(TestCompletion)
#include "tst_completion.moc"
