// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"
#include "framework/framework.h"
#include "plugins/in_tree.h"
#include "plugins/native_plugins.h"
#include "engine/support/fake_handle.h"
#include "engine/support/newest_node.h"

#include <QTest>

#include <fstream>
#include <sstream>

using namespace berth;

namespace {

std::string textOf(const std::string& path)
{
    std::ifstream in(std::string(BERTH_SOURCE_DIR) + "/" + path);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

}

/// A plugin in C++ is one file and one line.
class NativePlugins : public QObject {
    Q_OBJECT

private slots:
    void oneLineIsEnough()
    {
        const auto line = plugins::native<NewestNode>("NewestNode");

        auto registry = plugins::inTreeRegistry();
        QVERIFY(registry.add(line.name, line.make));
        auto catalog = config::PluginCatalog::inTree();
        QVERIFY(catalog.add(line.name, line.points));
        QVERIFY(line.points.contains(config::ExtensionPoint::Score));
        QVERIFY(!line.points.contains(config::ExtensionPoint::Filter));

        const auto configuration = config::loadConfiguration("apiVersion: kubescheduler.config.k8s.io/v1\n"
                                                             "kind: KubeSchedulerConfiguration\n"
                                                             "profiles:\n"
                                                             "- plugins:\n"
                                                             "    score:\n"
                                                             "      disabled: [{name: '*'}]\n"
                                                             "      enabled: [{name: NewestNode, weight: 2}]\n",
                                                             "scheduler.yaml", {}, catalog);
        QCOMPARE(configuration.error, std::string());
        tests::FakeHandle handle;
        handle.load("{apiVersion: v1, kind: Node, metadata: {name: n2}}\n---\n"
                    "{apiVersion: v1, kind: Node, metadata: {name: n7}}\n---\n"
                    "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default}, spec: {containers: []}}\n");
        auto framework = framework::Framework::make(configuration.profiles.front(), registry, handle);
        QVERIFY2(framework, framework ? "" : framework.error().c_str());
        framework::CycleState state;
        const auto scoring = (*framework)->runScorePlugins(state, *handle.pod("p"), handle.nodes.list());
        QCOMPARE(scoring.nodes.at(0).total, std::int64_t{44});
        QCOMPARE(scoring.nodes.at(1).total, std::int64_t{154});
    }

    void theGuideShowsWhatIsTested()
    {
        const auto guide = textOf("docs/writing-a-plugin.md");
        QVERIFY(guide.find(textOf("tests/engine/support/newest_node.h")) != std::string::npos);
        QVERIFY(guide.find(textOf("samples/scripted-plugin/plugins/team-legacy.lua")) != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(NativePlugins)
#include "tst_native_plugin.moc"
