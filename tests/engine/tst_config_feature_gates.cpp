// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/feature_gate_table.h"
#include "config/feature_gates.h"
#include "config_fixtures.h"

#include <QTest>
#include <algorithm>

using namespace berth::config;
using nlohmann::json;

/// The gates of 1.36.1, and --feature-gates compared with the real parser.
class TestConfigFeatureGates : public QObject {
    Q_OBJECT

private slots:
    void flags()
    {
        for (const json& entry : fixtures::readFixture("feature_gates.json")) {
            const auto flag = entry.at("flag").get<std::string>();
            FeatureGates gates;
            auto set = gates.set(std::string_view(flag));
            const std::string error = set ? std::string() : set.error();
            QCOMPARE(QString::fromStdString(error), QString::fromStdString(entry.value("error", std::string())));
            if (!set) {
                QVERIFY2(gates == FeatureGates(), "a refused setting has changed something");
                continue;
            }
            const auto names = FeatureGates::names();
            auto on = std::count_if(names.begin(), names.end(), [&](std::string_view name) { return gates.enabled(name); });
            QVERIFY2(on == entry.at("enabled").get<int>(), flag.c_str());
        }
    }

    void engineGatesFollow()
    {
        FeatureGates gates;
        QVERIFY(gates.enabled(Gate::NodeDeclaredFeatures));
        QVERIFY(gates.enabled(Gate::SchedulerQueueingHints));
        QVERIFY(!gates.enabled(Gate::GangScheduling));
        QVERIFY(gates.set(std::string_view("GenericWorkload=true")).has_value());
        QVERIFY(gates.set(std::string_view("GangScheduling=true")).has_value()); // on top of the one before
        QVERIFY(gates.enabled(Gate::GangScheduling));
        QVERIFY(gates.enabled("GenericWorkload"));
        QVERIFY(!gates.enabled("NoSuchGate"));
    }

    /// Several errors of one kind come sorted; the real ones come in random order.
    void severalErrors()
    {
        FeatureGates gates;
        auto set = gates.set(FeatureGates::Settings{{"DRAResourceClaimDeviceStatus", false}});
        QCOMPARE(set.error(),
                 std::string("[DRADeviceBindingConditions is enabled, but depends on features that are disabled: "
                             "[DRAResourceClaimDeviceStatus], DRAResourceClaimGranularStatusAuthorization is enabled, but "
                             "depends on features that are disabled: [DRAResourceClaimDeviceStatus]]"));
    }

    void tableIsSorted()
    {
        QVERIFY(std::is_sorted(gateTable.begin(), gateTable.end(),
                               [](const GateRow& a, const GateRow& b) { return a.name < b.name; }));
        for (const GateRow& row : gateTable)
            QVERIFY(FeatureGates::isKnown(row.name));
    }
};

QTEST_APPLESS_MAIN(TestConfigFeatureGates)
#include "tst_config_feature_gates.moc"
