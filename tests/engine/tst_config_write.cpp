// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/duration.h"
#include "config/load.h"
#include "config/write.h"
#include "config_fixtures.h"

#include <QTest>

using namespace berth::config;
using nlohmann::json;

Q_DECLARE_METATYPE(nlohmann::json)

/// What is written reads back as the same configuration.
class TestConfigWrite : public QObject {
    Q_OBJECT

    static const std::string& head()
    {
        static const std::string text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
        return text;
    }

    static std::string minimal(const std::string& body)
    {
        LoadResult result = loadConfiguration(head() + body, "", {});
        std::string text = result.config ? toYaml(*result.config) : result.error;
        return text.substr(0, head().size()) == head() ? text.substr(head().size()) : text;
    }

    /// The order of these entries means nothing.
    static void sortConfigs(KubeSchedulerConfiguration& config)
    {
        for (Profile& profile : config.profiles)
            std::stable_sort(profile.pluginConfig.begin(), profile.pluginConfig.end(),
                             [](const PluginConfig& a, const PluginConfig& b) { return a.name < b.name; });
    }

private slots:
    void roundTrip_data()
    {
        QTest::addColumn<json>("entry");
        for (const json& entry : fixtures::readFixture("effective.json"))
            QTest::newRow(entry.at("name").get<std::string>().c_str()) << entry;
    }
    void roundTrip()
    {
        QFETCH(json, entry);
        const FeatureGates gates = fixtures::gatesOf(entry);
        const auto text = entry.at("text").get<std::string>();
        LoadResult first = loadConfiguration(text, "", gates);
        QVERIFY2(first.ok(), first.error.c_str());
        for (WriteStyle style : {WriteStyle::Explicit, WriteStyle::Minimal}) {
            const std::string written = toYaml(*first.config, gates, style);
            LoadResult second = loadConfiguration(written, "", gates);
            QVERIFY2(second.ok(), (second.error + "\n" + written).c_str());
            if (style == WriteStyle::Minimal)
                for (LoadResult* result : {&first, &second})
                    sortConfigs(*result->config);
            QVERIFY2(effectiveConfig(*first.config, first.profiles) == effectiveConfig(*second.config, second.profiles),
                     written.c_str());
        }
    }

    void minimalSaysOnlyWhatDiffers()
    {
        QCOMPARE(minimal(""), std::string());
        QCOMPARE(minimal("parallelism: 16\nleaderElection: {leaderElect: true, leaseDuration: 20s}\n"
                         "profiles: [{schedulerName: default-scheduler}]\n"),
                 std::string("leaderElection:\n  leaseDuration: 20s\n"));
        QCOMPARE(minimal("enableProfiling: false\n"), std::string("enableProfiling: false\n"));
        const std::string plugins = "profiles:\n"
                                    "  - schedulerName: x\n"
                                    "    plugins:\n"
                                    "      score:\n"
                                    "        enabled:\n"
                                    "          - name: ImageLocality\n"
                                    "            weight: 9\n"
                                    "      multiPoint:\n"
                                    "        enabled:\n"
                                    "          - name: TaintToleration\n"
                                    "        disabled:\n"
                                    "          - name: NodePorts\n"
                                    "    pluginConfig:\n"
                                    "      - name: InterPodAffinity\n"
                                    "        args:\n"
                                    "          hardPodAffinityWeight: 5\n";
        QCOMPARE(minimal(plugins), plugins);
    }

    /// What a file lists in full, such as the explicit form, leaves no empty entries behind.
    void minimalHasNoEmptyEntries()
    {
        const std::string changed = "profiles:\n"
                                    "  - pluginConfig:\n"
                                    "      - name: VolumeBinding\n"
                                    "        args:\n"
                                    "          bindTimeoutSeconds: 30\n";
        LoadResult result = loadConfiguration(head() + changed, "", {});
        QVERIFY(result.ok());
        const std::string full = toYaml(*result.config, {}, WriteStyle::Explicit);
        QVERIFY(full.find("name: InterPodAffinity\n      args:") != std::string::npos || full.find("name: InterPodAffinity\n        args:") != std::string::npos);
        LoadResult again = loadConfiguration(full, "", {});
        QVERIFY2(again.ok(), again.error.c_str());
        const std::string text = toYaml(*again.config);
        QVERIFY2(text.find("InterPodAffinity") == std::string::npos, text.c_str());
        QVERIFY2(text.find(changed.substr(changed.find("      - name"))) != std::string::npos, text.c_str());
        // Of a plugin that is not enabled the entry would not come back by itself.
        const std::string off = "profiles:\n"
                                "  - plugins:\n"
                                "      multiPoint:\n"
                                "        disabled:\n"
                                "          - name: InterPodAffinity\n"
                                "    pluginConfig:\n"
                                "      - name: InterPodAffinity\n";
        QCOMPARE(minimal(off), off);
    }

    /// Arguments of plugins that nobody knows survive.
    void unknownArguments()
    {
        const std::string text = "profiles:\n"
                                 "  - pluginConfig:\n"
                                 "      - name: Coscheduling\n"
                                 "        args:\n"
                                 "          permitWaitingTimeSeconds: 10\n"
                                 "          quoted: \"10\"\n";
        QCOMPARE(minimal(text), text);
    }

    /// A list that no merging gives (an editor took a default out) is written in full.
    void editedMultiPoint()
    {
        LoadResult result = defaultConfiguration();
        auto& enabled = result.config->profiles[0].plugins[ExtensionPoint::MultiPoint].enabled;
        enabled.erase(enabled.begin() + 3);
        LoadResult again = loadConfiguration(toYaml(*result.config), "", {});
        QVERIFY2(again.ok(), again.error.c_str());
        QVERIFY(again.config->profiles[0].plugins[ExtensionPoint::MultiPoint].enabled == enabled);
    }

    void durations()
    {
        using namespace std::chrono_literals;
        QCOMPARE(formatDuration(0ns), std::string("0s"));
        QCOMPARE(formatDuration(600s), std::string("10m0s"));
        QCOMPARE(formatDuration(3661001ms), std::string("1h1m1.001s"));
        QCOMPARE(formatDuration(-1500us), std::string("-1.5ms"));
        QCOMPARE(formatDuration(7ns), std::string("7ns"));
        QCOMPARE(formatDuration(Duration::min()), std::string("-2562047h47m16.854775808s"));
    }
};

QTEST_APPLESS_MAIN(TestConfigWrite)
#include "tst_config_write.moc"
