// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"
#include "config/write.h"
#include "config_fixtures.h"

#include <QTest>

using namespace berth;
using nlohmann::json;

Q_DECLARE_METATYPE(nlohmann::json)

/// Errors and effective configurations, compared with kube-scheduler's own.
class TestConfigLoad : public QObject {
    Q_OBJECT

    static void addRows(const char* fixture)
    {
        QTest::addColumn<json>("entry");
        for (const json& entry : fixtures::readFixture(fixture))
            QTest::newRow(entry.at("name").get<std::string>().c_str()) << entry;
    }

private slots:
    void errors_data() { addRows("errors.json"); }
    void errors()
    {
        QFETCH(json, entry);
        const auto text = entry.at("text").get<std::string>();
        config::LoadResult result = config::loadConfiguration(text, "scheduler.yaml", fixtures::gatesOf(entry));
        QCOMPARE(QString::fromStdString(result.error), QString::fromStdString(entry.at("error").get<std::string>()));
        QVERIFY(result.profiles.empty());
        bool hasError = false;
        for (const api::Problem& problem : result.problems) {
            hasError = hasError || problem.severity == api::Problem::Severity::Error;
            QCOMPARE(problem.file, std::string("scheduler.yaml"));
        }
        QVERIFY2(hasError, "the error is no problem in the list");
    }

    void effective_data() { addRows("effective.json"); }
    void effective()
    {
        QFETCH(json, entry);
        const auto text = entry.at("text").get<std::string>();
        config::LoadResult result = config::loadConfiguration(text, "scheduler.yaml", fixtures::gatesOf(entry));
        QCOMPARE(QString::fromStdString(result.error), QString());
        const json expected = fixtures::readFixture("default.json").patch(entry.at("patch"));
        const json actual = config::effectiveConfig(*result.config, result.profiles);
        QVERIFY2(actual == expected, json::diff(expected, actual).dump().c_str());
    }

    void defaults()
    {
        config::LoadResult result = config::defaultConfiguration();
        QVERIFY(result.ok());
        QVERIFY(config::effectiveConfig(*result.config, result.profiles) == fixtures::readFixture("default.json"));
        QVERIFY(result.problems.empty());
    }

    void missingFile()
    {
        config::LoadResult result = config::loadConfigurationFile("no/such/file.yaml", {});
        QCOMPARE(result.error, std::string("open no/such/file.yaml: no such file or directory"));
        result = config::loadConfigurationFile(BERTH_TESTS_DIR, {});
        QCOMPARE(result.error, std::string("read " BERTH_TESTS_DIR ": is a directory"));
    }

    void argsOfResolvedProfile()
    {
        const char* text = "apiVersion: kubescheduler.config.k8s.io/v1\n"
                           "kind: KubeSchedulerConfiguration\n"
                           "percentageOfNodesToScore: 30\n"
                           "extenders:\n"
                           "- managedResources: [{name: example.com/x, ignoredByScheduler: true}]\n"
                           "profiles:\n"
                           "- pluginConfig:\n"
                           "  - {name: NodeResourcesFit, args: {ignoredResources: [example.com/y]}}\n"
                           "  - {name: InterPodAffinity, args: {hardPodAffinityWeight: 7}}\n";
        config::LoadResult result = config::loadConfiguration(text, "", {});
        QVERIFY2(result.ok(), result.error.c_str());
        const config::ResolvedProfile& profile = result.profiles.front();
        QCOMPARE(profile.percentageOfNodesToScore, 30);
        QCOMPARE(profile.argsOf<config::InterPodAffinityArgs>("InterPodAffinity").hardPodAffinityWeight, 7);
        // What extenders look after replaces the profile's own list, in what runs and not in what is written.
        const auto fit = profile.argsOf<config::NodeResourcesFitArgs>("NodeResourcesFit");
        QCOMPARE(fit.ignoredResources, std::vector<std::string>{"example.com/x"});
        const auto& written = std::get<config::NodeResourcesFitArgs>(result.config->profiles[0].pluginConfig[0].args);
        QCOMPARE(written.ignoredResources, std::vector<std::string>{"example.com/y"});
    }
};

QTEST_APPLESS_MAIN(TestConfigLoad)
#include "tst_config_load.moc"
