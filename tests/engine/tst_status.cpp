// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/node_to_status.h"
#include "framework/status.h"

#include <QTest>

using namespace berth;
using framework::Code;
using framework::FitError;
using framework::NodeToStatus;
using framework::Status;

namespace {

Status by(Status status, const char* plugin) { return status.withPlugin(api::Symbol(std::string_view(plugin))); }
QString text(const FitError& error) { return QString::fromStdString(error.text()); }

FitError fit(std::size_t nodes)
{
    FitError error;
    error.numAllNodes = nodes;
    error.nodeToStatus = NodeToStatus(nodes);
    return error;
}

}

/// cycle.md §1, and the text of a FitError of §9.
class StatusTest : public QObject {
    Q_OBJECT

private slots:
    void codes_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("rejected");
        QTest::addColumn<QString>("name");
        QTest::newRow("0") << 0 << false << "Success";
        QTest::newRow("1") << 1 << false << "Error";
        QTest::newRow("2") << 2 << true << "Unschedulable";
        QTest::newRow("3") << 3 << true << "UnschedulableAndUnresolvable";
        QTest::newRow("4") << 4 << false << "Wait";
        QTest::newRow("5") << 5 << false << "Skip";
        QTest::newRow("6") << 6 << true << "Pending";
    }
    void codes()
    {
        QFETCH(int, code);
        const auto typed = static_cast<Code>(code);
        QTEST(trace::isRejected(typed), "rejected");
        QTEST(QString::fromStdString(std::string(trace::codeName(typed))), "name");
    }

    void reasonsStartWithTheError()
    {
        const auto status = Status::error("broken").withReason("more");
        QCOMPARE(status.reasons(), (std::vector<std::string>{"broken", "more"}));
        QCOMPARE(status.message(), std::string("broken, more"));
        QCOMPARE(status.errorText(), std::string("broken"));
        QCOMPARE(Status(Code::Unschedulable, {"a", "b"}).errorText(), std::string("a, b"));
    }
    void noErrorInWhatIsNone()
    {
        QCOMPARE(Status().errorText() + Status::skip().errorText() + Status::wait("x").errorText(), std::string());
        QVERIFY(Status().isSuccess() && Status().reasons().empty());
    }
    void changingACopyLeavesTheOriginal()
    {
        const auto one = Status::unschedulable("a");
        const auto two = one.withReason("b");
        const auto three = one.withCode(Code::Pending);
        QCOMPARE(one.message(), std::string("a"));
        QCOMPARE(two.message(), std::string("a, b"));
        QCOMPARE(three.code(), Code::Pending);
        QCOMPARE(one.code(), Code::Unschedulable);
    }

    void fitErrorCountsReasons()
    {
        auto error = fit(3);
        error.nodeToStatus.set(0, Status::unschedulable("Insufficient cpu"));
        error.nodeToStatus.set(1, Status::unschedulable("node(s) had untolerated taint(s)"));
        error.nodeToStatus.set(2, Status::unschedulable("Insufficient cpu"));
        error.postFilterMessage = "preemption: not now";
        QCOMPARE(text(error), QString("0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu. "
                                      "preemption: not now"));
    }
    void fitErrorSortsCountsAsText()
    {
        auto error = fit(12);
        for (std::uint32_t i = 0; i < 12; ++i)
            error.nodeToStatus.set(i, Status::unschedulable(i < 10 ? "z" : "a"));
        QCOMPARE(text(error), QString("0/12 nodes are available: 10 z, 2 a."));
    }
    void fitErrorCountsAbsentNodes()
    {
        auto error = fit(3);
        error.nodeToStatus.set(1, Status(Code::Unschedulable, {"a", "b"}));
        QCOMPARE(text(error), QString("0/3 nodes are available: 1 a, 1 b."));
        error.nodeToStatus.setAbsent(Status::unschedulableAndUnresolvable("a"));
        QCOMPARE(text(error), QString("0/3 nodes are available: 1 b, 3 a."));
    }
    void preFilterMessageReplacesTheCounts()
    {
        auto error = fit(1);
        error.nodeToStatus.setAbsent(Status::unschedulableAndUnresolvable("never seen"));
        error.preFilterMessage = "pod has unbound immediate PersistentVolumeClaims";
        error.postFilterMessage = "not found";
        QCOMPARE(text(error),
                 QString("0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found"));
    }
    void fitErrorWithoutAnything() { QCOMPARE(text(fit(2)), QString("0/2 nodes are available:")); }

    void rejectorsOfADiagnosis()
    {
        FitError error;
        error.addPluginStatus(by(Status::unschedulable("x"), "A"));
        error.addPluginStatus(by(Status::pending("x"), "B"));
        error.addPluginStatus(by(Status::error("x"), "C"));
        error.addPluginStatus(Status::unschedulable("nobody"));
        QCOMPARE(error.unschedulablePlugins.sorted(), (std::vector{api::Symbol("A"), api::Symbol("B")}));
        QCOMPARE(error.pendingPlugins.sorted(), (std::vector{api::Symbol("B")}));
    }
    void laterStatusOfANodeReplaces()
    {
        NodeToStatus statuses(2);
        statuses.set(1, Status::unschedulable("a"));
        statuses.set(1, Status::unschedulable("b"));
        QCOMPARE(statuses.explicitCount(), std::size_t(1));
        QCOMPARE(statuses.get(1).message(), std::string("b"));
        QCOMPARE(statuses.get(0).code(), Code::UnschedulableAndUnresolvable);
    }
};

QTEST_APPLESS_MAIN(StatusTest)
#include "tst_status.moc"
