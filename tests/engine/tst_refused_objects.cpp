// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/locate.h"
#include "scenario/simulation.h"

#include <QtTest>

using namespace berth;

namespace {

const char* const mismatch = "# a comment\n"
                             "apiVersion: v1\n"
                             "kind: Node\n"
                             "metadata: {name: n1}\n"
                             "---\n"
                             "apiVersion: apps/v1\n"
                             "kind: Deployment\n"
                             "metadata: {name: front}\n"
                             "spec:\n"
                             "  selector: {matchLabels: {tier: frontend}}\n"
                             "  template:\n"
                             "    metadata: {labels: {app: guestbook}}\n"
                             "    spec: {containers: [{name: c, image: \"a:1\"}]}\n";

std::vector<scenario::Rejected> refusedOf(const std::string& yaml, bool validatesWorkloads)
{
    scenario::Setup setup;
    setup.server.validatesWorkloads = validatesWorkloads;
    const auto simulation = std::move(*scenario::Simulation::start(std::move(setup)));
    return simulation->create(api::decodeStream(yaml, "front.yaml"));
}

}

/// What the API server refuses is a problem of the file it was read from.
class RefusedObjects : public QObject {
    Q_OBJECT

private slots:
    void aSelectorThatMissesItsTemplate()
    {
        const auto refused = refusedOf(mismatch, true);
        QCOMPARE(refused.size(), std::size_t{1});
        QCOMPARE(refused[0].problems.size(), std::size_t{1});
        QCOMPARE(refused[0].problems[0].toString(),
                 std::string("front.yaml:12:24: error: spec.template.metadata.labels: Invalid value: {\"app\":\"guestbook\"}: "
                             "`selector` does not match template `labels` (Deployment default/front)"));
    }

    void goldensTakeWorkloadsAsTheyAre() { QVERIFY(refusedOf(mismatch, false).empty()); }

    void aFieldThatIsMissingStandsWhereItsParentDoes()
    {
        const auto refused = refusedOf("kind: Pod\napiVersion: v1\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n", false);
        QCOMPARE(refused.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(refused[0].problems[0].toString()),
                 QString("front.yaml:7:5: error: spec.containers[0].image: Required value (Pod default/p)"));
    }

    void whatCannotBeDecodedKeepsItsPlace()
    {
        const auto refused = refusedOf("apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nspec:\n  unknown: 1\n", false);
        QCOMPARE(refused.size(), std::size_t{1});
        QCOMPARE(refused[0].problems[0].position.line, 5u);
        QCOMPARE(refused[0].problems[0].file, std::string("front.yaml"));
    }

    void aCronJobThatNobodyCouldKeep_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* spec, const char* problem) { QTest::addRow("%s", spec) << QString(spec) << QString(problem); };
        row("{schedule: '@daily', timeZone: Mars/Base}", "4:38: error: spec.timeZone: Invalid value: \"Mars/Base\": unknown time zone Mars/Base");
        row("{schedule: '@daily', timeZone: ''}", "4:38: error: spec.timeZone: Invalid value: \"\": timeZone must be nil or non-empty string");
        row("{schedule: '@daily', timeZone: Local}", "4:38: error: spec.timeZone: Invalid value: \"Local\": timeZone must be an explicit "
                                                     "time zone as defined in https://www.iana.org/time-zones");
        row("{schedule: 0 25 * * *}", "4:18: error: spec.schedule: Invalid value: \"0 25 * * *\": end of range (25) above maximum (23): 25");
        row("{schedule: CRON_TZ=UTC 0 6 * * *}", "4:18: error: spec.schedule: Invalid value: \"CRON_TZ=UTC 0 6 * * *\": cannot use TZ or "
                                                 "CRON_TZ in schedule, use timeZone field instead");
        row("{suspend: true}", "4:7: error: spec.schedule: Required value");
        row("{schedule: '@daily', concurrencyPolicy: Wait}", "4:47: error: spec.concurrencyPolicy: Unsupported value: \"Wait\": supported "
                                                             "values: \"Allow\", \"Forbid\", \"Replace\"");
        row("{schedule: '@daily', failedJobsHistoryLimit: -1}", "4:52: error: spec.failedJobsHistoryLimit: Invalid value: -1: must be "
                                                                "greater than or equal to 0");
    }
    void aCronJobThatNobodyCouldKeep()
    {
        QFETCH(QString, spec);
        QFETCH(QString, problem);
        const auto text = "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: x}\nspec: " + spec.toStdString() + "\n";
        const auto refused = refusedOf(text, true);
        QCOMPARE(refused.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(refused[0].problems[0].toString()), "front.yaml:" + problem + " (CronJob default/x)");
        QVERIFY(refusedOf(text, false).empty()); // as with other workloads
    }

    void keysInBracketsKeepTheirDots()
    {
        QCOMPARE(api::pathSteps("a.b[0].c[example.com/gpu]"), (std::vector<std::string>{"a", "b", "0", "c", "example.com/gpu"}));
    }
};

QTEST_GUILESS_MAIN(RefusedObjects)
#include "tst_refused_objects.moc"
