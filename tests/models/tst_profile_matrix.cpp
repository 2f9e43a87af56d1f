// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/write.h"
#include "models/format.h"
#include "models/profile_edit.h"
#include "models/profile_matrix.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace berth;
using namespace berth::models;
using config::ExtensionPoint;
using namespace Qt::StringLiterals;

namespace {

config::LoadResult read(const std::string& body)
{
    return config::loadConfiguration("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n" + body,
                                     "scheduler.yaml", {});
}

ProfileMatrix matrixOf(const config::LoadResult& result, std::size_t profile = 0)
{
    return makeProfileMatrix(result, profile, {}, config::PluginCatalog::inTree());
}

const ProfileRow* rowOf(const ProfileMatrix& matrix, const QString& plugin)
{
    for (const ProfileRow& row : matrix.rows)
        if (row.plugin == plugin)
            return &row;
    return nullptr;
}

ProfileCell cell(const ProfileMatrix& matrix, const QString& plugin, ExtensionPoint point)
{
    const auto at = std::find(matrix.points.begin(), matrix.points.end(), point);
    const ProfileRow* row = rowOf(matrix, plugin);
    return row && at != matrix.points.end() ? row->cells[static_cast<std::size_t>(at - matrix.points.begin())] : ProfileCell{};
}

/// What an edited configuration runs once it was written and read again: edits must survive the file.
config::LoadResult written(const config::KubeSchedulerConfiguration& edited, config::WriteStyle style = config::WriteStyle::Minimal)
{
    return config::loadConfiguration(config::toYaml(edited, {}, style), "scheduler.yaml", {});
}

const std::vector<std::string>& order(const config::LoadResult& result, ExtensionPoint point)
{
    return result.profiles.at(0).plugins[point];
}

}

class TestProfileMatrix : public QObject {
    Q_OBJECT
private slots:
    void defaultsAreExpandedFromMultiPoint()
    {
        const ProfileMatrix matrix = matrixOf(config::defaultConfiguration());
        QCOMPARE(matrix.schedulerName, u"default-scheduler"_s);
        QCOMPARE(matrix.rows.front().plugin, u"SchedulingGates"_s);
        const ProfileCell taint = cell(matrix, u"TaintToleration"_s, ExtensionPoint::Score);
        QCOMPARE(taint.state, PointState::Expanded);
        QCOMPARE(taint.position, 1);
        QCOMPARE(rowOf(matrix, u"TaintToleration"_s)->weight, std::optional(3));
        QCOMPARE(rowOf(matrix, u"NodeName"_s)->weight, std::optional<int>());
        QCOMPARE(cell(matrix, u"NodeName"_s, ExtensionPoint::Score).state, PointState::NotImplemented);
        QCOMPARE(cell(matrix, u"NodeName"_s, ExtensionPoint::MultiPoint).state, PointState::Own);
        QCOMPARE(cell(matrix, u"NodeDeclaredFeatures"_s, ExtensionPoint::MultiPoint).position > 0,
                 rowOf(matrix, u"NodeDeclaredFeatures"_s)->runs);
        QVERIFY(!rowOf(matrix, u"NodeResourcesFit"_s)->argsDiffer);
    }

    void disabledOverriddenAndOwnAreTold()
    {
        const config::LoadResult result = read(R"(profiles:
  - plugins:
      score:
        enabled: [{name: ImageLocality, weight: 7}]
        disabled: [{name: TaintToleration}]
      multiPoint:
        disabled: [{name: NodePorts}]
      filter:
        enabled: [{name: NodePorts}]
    pluginConfig:
      - name: NodeResourcesFit
        args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 3}]}}
)");
        QVERIFY2(result.ok(), result.error.c_str());
        const ProfileMatrix matrix = matrixOf(result);
        QCOMPARE(cell(matrix, u"ImageLocality"_s, ExtensionPoint::Score).state, PointState::Overridden);
        QCOMPARE(cell(matrix, u"ImageLocality"_s, ExtensionPoint::Score).position, 1);
        QCOMPARE(rowOf(matrix, u"ImageLocality"_s)->weight, std::optional(7));
        QCOMPARE(cell(matrix, u"TaintToleration"_s, ExtensionPoint::Score).state, PointState::Disabled);
        QCOMPARE(cell(matrix, u"TaintToleration"_s, ExtensionPoint::Filter).state, PointState::Expanded);
        QCOMPARE(cell(matrix, u"NodePorts"_s, ExtensionPoint::Filter).state, PointState::Own);
        QCOMPARE(cell(matrix, u"NodePorts"_s, ExtensionPoint::PreFilter).state, PointState::Off);
        QCOMPARE(cell(matrix, u"NodePorts"_s, ExtensionPoint::MultiPoint).state, PointState::Disabled);
        const ProfileRow* fit = rowOf(matrix, u"NodeResourcesFit"_s);
        QVERIFY(fit->argsDiffer);
        QVERIFY2(fit->args.contains(u"type: MostAllocated"_s) && fit->args.contains(u"[cpu 3]"_s), qPrintable(fit->args));
    }

    void aWeightIsSetWhereItIsSettled()
    {
        config::LoadResult result = read("profiles: [{plugins: {score: {enabled: [{name: ImageLocality, weight: 7}]}}}]\n");
        config::KubeSchedulerConfiguration edited = *result.config;
        QVERIFY(setWeight(edited.profiles[0], "ImageLocality", 9));
        QVERIFY(setWeight(edited.profiles[0], "TaintToleration", 5));
        QVERIFY(!setWeight(edited.profiles[0], "TaintToleration", 5));
        QCOMPARE(edited.profiles[0].plugins[ExtensionPoint::Score].enabled, (std::vector<config::Plugin>{{"ImageLocality", 9}}));
        for (const auto style : {config::WriteStyle::Minimal, config::WriteStyle::Explicit}) {
            const config::LoadResult again = written(edited, style);
            QVERIFY2(again.ok(), again.error.c_str());
            QCOMPARE(rowOf(matrixOf(again), u"ImageLocality"_s)->weight, std::optional(9));
            QCOMPARE(rowOf(matrixOf(again), u"TaintToleration"_s)->weight, std::optional(5));
        }
    }

    void offAndOnAgainIsTheSameProfile_data()
    {
        QTest::addColumn<int>("point");
        QTest::addColumn<QString>("plugin");
        QTest::newRow("score") << static_cast<int>(ExtensionPoint::Score) << u"TaintToleration"_s;
        QTest::newRow("filter") << static_cast<int>(ExtensionPoint::Filter) << u"NodeResourcesFit"_s;
        QTest::newRow("multiPoint") << static_cast<int>(ExtensionPoint::MultiPoint) << u"TaintToleration"_s;
    }
    void offAndOnAgainIsTheSameProfile()
    {
        QFETCH(int, point);
        QFETCH(QString, plugin);
        const auto at = static_cast<ExtensionPoint>(point);
        const config::LoadResult before = config::defaultConfiguration();
        config::KubeSchedulerConfiguration edited = *before.config;
        QVERIFY(setEnabled(edited.profiles[0], at, plugin.toStdString(), false, {}));
        QVERIFY(!setEnabled(edited.profiles[0], at, plugin.toStdString(), false, {}));
        const config::LoadResult off = written(edited);
        QVERIFY2(off.ok(), off.error.c_str());
        QCOMPARE(cell(matrixOf(off), plugin, at).state, PointState::Disabled);
        QVERIFY(setEnabled(edited.profiles[0], at, plugin.toStdString(), true, {}));
        const config::LoadResult on = written(edited);
        QCOMPARE(on.profiles[0].plugins, before.profiles[0].plugins);
        QCOMPARE(on.profiles[0].score, before.profiles[0].score);
    }

    void aPluginThatNothingOffersIsNamed()
    {
        config::KubeSchedulerConfiguration edited = *read("profiles: [{plugins: {multiPoint: {disabled: [{name: NodePorts}]}}}]\n").config;
        QVERIFY(setEnabled(edited.profiles[0], ExtensionPoint::Filter, "NodePorts", true, {}));
        const config::LoadResult on = written(edited);
        QVERIFY2(on.ok(), on.error.c_str());
        QCOMPARE(cell(matrixOf(on), u"NodePorts"_s, ExtensionPoint::Filter).state, PointState::Own);
        QVERIFY(setEnabled(edited.profiles[0], ExtensionPoint::Filter, "NodePorts", false, {}));
        QVERIFY(edited.profiles[0].plugins[ExtensionPoint::Filter] == config::PluginSet());
    }

    void movingAPluginMovesItAloneAndKeepsWeights_data()
    {
        QTest::addColumn<int>("point");
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<int>("by");
        QTest::newRow("to the front of score") << static_cast<int>(ExtensionPoint::Score) << u"ImageLocality"_s << -100;
        QTest::newRow("score by one") << static_cast<int>(ExtensionPoint::Score) << u"TaintToleration"_s << 1;
        QTest::newRow("filter later") << static_cast<int>(ExtensionPoint::Filter) << u"NodeName"_s << 3;
        QTest::newRow("multiPoint") << static_cast<int>(ExtensionPoint::MultiPoint) << u"NodeName"_s << 2;
    }
    void movingAPluginMovesItAloneAndKeepsWeights()
    {
        QFETCH(int, point);
        QFETCH(QString, plugin);
        QFETCH(int, by);
        const auto at = static_cast<ExtensionPoint>(point);
        const auto read = at == ExtensionPoint::MultiPoint ? ExtensionPoint::Filter : at;
        const config::LoadResult before = config::defaultConfiguration();
        std::vector<std::string> expected = order(before, read);
        const auto from = std::find(expected.begin(), expected.end(), plugin.toStdString()) - expected.begin();
        const auto to = std::clamp<std::ptrdiff_t>(from + by, 0, static_cast<std::ptrdiff_t>(expected.size()) - 1);
        expected.erase(expected.begin() + from);
        expected.insert(expected.begin() + to, plugin.toStdString());
        config::KubeSchedulerConfiguration edited = *before.config;
        QVERIFY(models::move(edited.profiles[0], at, plugin.toStdString(), by, config::PluginCatalog::inTree(), {}));
        for (const auto style : {config::WriteStyle::Minimal, config::WriteStyle::Explicit}) {
            const config::LoadResult again = written(edited, style);
            QVERIFY2(again.ok(), again.error.c_str());
            QCOMPARE(order(again, read), expected);
            for (const config::WeightedPlugin& plain : before.profiles[0].score)
                QVERIFY(std::find(again.profiles[0].score.begin(), again.profiles[0].score.end(), plain) != again.profiles[0].score.end());
        }
    }

    void anOwnPluginCanStandBeforeThoseOfMultiPoint()
    {
        config::KubeSchedulerConfiguration edited = *read(
            "profiles: [{plugins: {multiPoint: {disabled: [{name: NodePorts}]}, filter: {enabled: [{name: NodePorts}]}}}]\n").config;
        QVERIFY(models::move(edited.profiles[0], ExtensionPoint::Filter, "NodePorts", -100, config::PluginCatalog::inTree(), {}));
        const config::LoadResult again = written(edited);
        QVERIFY2(again.ok(), again.error.c_str());
        QCOMPARE(order(again, ExtensionPoint::Filter).front(), std::string("NodePorts"));
        QVERIFY(order(again, ExtensionPoint::Filter).size() > 8);
    }

    void theModelAnswersAndAsksForWeights()
    {
        ProfileMatrixModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QCOMPARE(model.rowCount(), 0);
        const config::LoadResult result = config::defaultConfiguration();
        model.setMatrix(std::make_shared<const ProfileMatrix>(matrixOf(result)));
        const int row = model.rowOf(u"TaintToleration"_s);
        const QModelIndex weight = model.index(row, ProfileMatrixModel::Weight);
        QCOMPARE(weight.data().toInt(), 3);
        QSignalSpy edited(&model, &ProfileMatrixModel::weightEdited);
        QVERIFY(model.setData(weight, 3, Qt::EditRole));
        QCOMPARE(edited.count(), 0);
        QVERIFY(model.setData(weight, 8, Qt::EditRole));
        QCOMPARE(edited.value(0), QVariantList({u"TaintToleration"_s, 8}));
        QVERIFY(!model.setData(model.index(model.rowOf(u"NodeName"_s), ProfileMatrixModel::Weight), 2, Qt::EditRole));
        const int score = model.columnOf(ExtensionPoint::Score);
        QCOMPARE(model.headerData(score, Qt::Horizontal, Qt::DisplayRole).toString(), u"score"_s);
        QCOMPARE(model.index(row, score).data(ProfileMatrixModel::PointStateRole).toInt(), static_cast<int>(PointState::Expanded));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setMatrix(std::make_shared<const ProfileMatrix>(matrixOf(result)));
        QCOMPARE(reset.count(), 0);
        QCOMPARE(changed.count(), 1);
    }

    void extendersAreSaidInWords()
    {
        config::Extender extender;
        extender.urlPrefix = "http://extender:8080";
        extender.filterVerb = "filter";
        extender.prioritizeVerb = "prioritize";
        extender.weight = 5;
        extender.managedResources = {{"example.com/gpu", true}};
        extender.ignorable = true;
        const QStringList lines = extenderLines(extender);
        QCOMPARE(lines[0], u"http://extender:8080"_s);
        QCOMPARE(lines[1], u"filter, prioritize × 5"_s);
        QVERIFY(lines[2].contains(u"example.com/gpu (ignored by the scheduler)"_s));
        QVERIFY(lines.join(u' ').contains(formatDuration(5'000'000'000)));
    }
};

QTEST_GUILESS_MAIN(TestProfileMatrix)
#include "tst_profile_matrix.moc"
