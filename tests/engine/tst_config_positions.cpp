// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"

#include <QTest>

using namespace berth;

/// Where the errors of a configuration stand in its file.
class TestConfigPositions : public QObject {
    Q_OBJECT

    static QStringList problemsOf(const char* text)
    {
        QStringList lines;
        for (const api::Problem& problem : config::loadConfiguration(text, "f", {}).problems)
            lines << QString::fromStdString(problem.toString()).remove(" (KubeSchedulerConfiguration)");
        return lines;
    }

private slots:
    void validation()
    {
        QCOMPARE(problemsOf("apiVersion: kubescheduler.config.k8s.io/v1\n"
                            "kind: KubeSchedulerConfiguration\n"
                            "parallelism: 0\n"
                            "profiles:\n"
                            "- percentageOfNodesToScore: 200\n"
                            "  plugins:\n"
                            "    filter:\n"
                            "      enabled:\n"
                            "      - name: NodeName\n"
                            "      - name: EBSLimits\n"
                            "  pluginConfig:\n"
                            "  - name: InterPodAffinity\n"
                            "    args: {hardPodAffinityWeight: 101}\n"),
                 (QStringList{
                     "f:3:14: error: parallelism: Invalid value: 0: should be an integer value greater than zero",
                     "f:5:29: error: profiles[0].percentageOfNodesToScore: Invalid value: 200: not in valid range [0-100]",
                     "f:10:9: error: profiles[0].plugins.filter.enabled[1]: Invalid value: \"EBSLimits\": was invalid in "
                     "version \"v1\" (KubeSchedulerConfiguration is version \"kubescheduler.config.k8s.io/v1\")",
                     "f:13:35: error: profiles[0].pluginConfig[0].args.hardPodAffinityWeight: Invalid value: 101: not in "
                     "valid range [0, 100]",
                     "f:10:9: note: plugin \"EBSLimits\" was removed from kube-scheduler and does not exist in 1.36.1",
                 }));
    }

    /// Strict findings in the order of the real error, each at its own key.
    void strictDecoding()
    {
        QCOMPARE(problemsOf("apiVersion: kubescheduler.config.k8s.io/v1\n"
                            "kind: KubeSchedulerConfiguration\n"
                            "zeta: 1\n"
                            "parallelism: 1\n"
                            "parallelism: 2\n"
                            "profiles:\n"
                            "- pluginConfig:\n"
                            "  - name: NodeAffinity\n"
                            "    args:\n"
                            "      affinity: {}\n"
                            "alpha: 1\n"),
                 (QStringList{
                     "f:5:14: error: strict decoding error: yaml: line 5: key \"parallelism\" already set in map",
                     "f:11:1: error: strict decoding error: unknown field \"alpha\"",
                     "f:3:1: error: strict decoding error: unknown field \"zeta\"",
                     "f:10:7: error: strict decoding error: unknown field \"affinity\"",
                 }));
    }

    /// Errors of building a profile: an entry of a merged list is found by its name.
    void building()
    {
        QCOMPARE(problemsOf("apiVersion: kubescheduler.config.k8s.io/v1\n"
                            "kind: KubeSchedulerConfiguration\n"
                            "profiles:\n"
                            "- plugins:\n"
                            "    multiPoint:\n"
                            "      enabled:\n"
                            "      - {name: ImageLocality, weight: 3}\n"
                            "      - {name: Coscheduling}\n"),
                 (QStringList{
                     "f:8:9: error: initializing profiles: creating profile for scheduler name default-scheduler: "
                     "PreFilterPlugin \"Coscheduling\" does not exist",
                     "f:8:9: note: plugin \"Coscheduling\" is not part of kube-scheduler 1.36.1: it is out-of-tree, or its "
                     "name is misspelt",
                 }));
    }

    void argumentsOfFit()
    {
        QCOMPARE(problemsOf("apiVersion: kubescheduler.config.k8s.io/v1\n"
                            "kind: KubeSchedulerConfiguration\n"
                            "profiles:\n"
                            "- pluginConfig:\n"
                            "  - name: NodeResourcesFit\n"
                            "    args:\n"
                            "      scoringStrategy:\n"
                            "        type: Most\n"
                            "        resources: [{name: cpu, weight: 200}]\n"),
                 (QStringList{
                     "f:8:15: error: initializing profiles: creating profile for scheduler name default-scheduler: "
                     "initializing plugin \"NodeResourcesFit\": scoringStrategy.type: Unsupported value: \"Most\": "
                     "supported values: \"LeastAllocated\", \"MostAllocated\", \"RequestedToCapacityRatio\"",
                     "f:9:41: error: initializing profiles: creating profile for scheduler name default-scheduler: "
                     "initializing plugin \"NodeResourcesFit\": scoringStrategy.resources[0].weight: Invalid value: 200: "
                     "resource weight of cpu not in valid range (0, 100]",
                 }));
    }

    void removedVersion()
    {
        QStringList problems = problemsOf("kind: KubeSchedulerConfiguration\n"
                                          "apiVersion: kubescheduler.config.k8s.io/v1beta3\n");
        QCOMPARE(problems.size(), 2);
        QVERIFY(problems[0].startsWith("f:2:13: error: no kind \"KubeSchedulerConfiguration\" is registered for version "
                                       "\"kubescheduler.config.k8s.io/v1beta3\" in scheme "));
        QCOMPARE(problems[1], QString("f:2:13: note: kubescheduler.config.k8s.io/v1beta3 was removed from kube-scheduler; "
                                      "1.36.1 reads kubescheduler.config.k8s.io/v1"));
    }

    void json()
    {
        QCOMPARE(problemsOf("{\n \"apiVersion\": \"kubescheduler.config.k8s.io/v1\",\n"
                            " \"kind\": \"KubeSchedulerConfiguration\",\n \"parallelism\": 1.0}"),
                 (QStringList{"f:4:17: error: json: cannot unmarshal number 1.0 into Go struct field "
                              "KubeSchedulerConfiguration.parallelism of type int32"}));
        QCOMPARE(problemsOf("{\n \"kind\" 1}"),
                 (QStringList{"f:2:9: error: couldn't get version/kind; json parse error: invalid character '1' after "
                              "object key"}));
    }
};

QTEST_APPLESS_MAIN(TestConfigPositions)
#include "tst_config_positions.moc"
