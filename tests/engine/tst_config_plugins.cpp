// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/default_plugins.h"
#include "config/expand_profile.h"
#include "config/load.h"
#include "config/write_minimal.h"

#include <QTest>
#include <algorithm>
#include <random>

using namespace berth::config;
using enum ExtensionPoint;

using Names = std::vector<std::string>;

/// From plugin sets to what a profile runs: merging, expansion, weights, plugins of the user.
class TestConfigPlugins : public QObject {
    Q_OBJECT

    static Names names(const std::vector<Plugin>& plugins)
    {
        Names list;
        for (const Plugin& plugin : plugins)
            list.push_back(plugin.name + (plugin.weight ? ":" + std::to_string(plugin.weight) : ""));
        return list;
    }

    /// A profile with the fewest plugins that can be built, and what multiPoint and score say.
    static tl::expected<ResolvedProfile, BuildError> expand(std::vector<Plugin> multiPoint, PluginSet score,
                                                            const PluginCatalog& catalog = PluginCatalog::inTree())
    {
        Profile profile;
        profile.schedulerName = "p";
        profile.plugins[QueueSort].enabled = {{"PrioritySort"}};
        profile.plugins[Bind].enabled = {{"DefaultBinder"}};
        profile.plugins[MultiPoint].enabled = std::move(multiPoint);
        profile.plugins[Score] = std::move(score);
        return expandProfile(profile, catalog);
    }

    static Names scores(std::vector<Plugin> multiPoint, PluginSet score)
    {
        Names list;
        if (auto resolved = expand(std::move(multiPoint), std::move(score)))
            for (const WeightedPlugin& plugin : resolved->score)
                list.push_back(plugin.name + ":" + std::to_string(plugin.weight));
        return list;
    }

private slots:
    void merging()
    {
        const PluginSet defaults{{{"P1"}, {"P2"}, {"P3"}}, {}};
        auto merge = [&](PluginSet custom) { return mergePluginSet(defaults, custom); };
        QCOMPARE(names(merge({{{"P2", 2}, {"P1", 1}}, {}}).enabled), (Names{"P1:1", "P2:2", "P3"}));
        QCOMPARE(names(merge({{{"P1"}}, {{"P1"}}}).enabled), (Names{"P2", "P3", "P1"}));
        QCOMPARE(names(merge({{{"P3"}, {"X"}}, {{"*"}}}).enabled), (Names{"P3", "X"}));
        QCOMPARE(names(merge({{{"P2", 4}, {"P2", 5}}, {}}).enabled), (Names{"P1", "P2:5", "P3", "P2:4"}));
        QCOMPARE(names(merge({{}, {{"Q", 3}}}).disabled), (Names{"Q"}));
    }

    void expansion()
    {
        const Plugin n{"NodeAffinity", 2}, s{"ImageLocality", 3}, t{"TaintToleration", 4};
        QCOMPARE(scores({n, t, s}, {{s, t}, {}}), (Names{"ImageLocality:3", "TaintToleration:4", "NodeAffinity:2"}));
        QCOMPARE(scores({t, s}, {{n, s, t}, {}}), (Names{"ImageLocality:3", "TaintToleration:4", "NodeAffinity:2"}));
        QCOMPARE(scores({n, t, s}, {{}, {{"ImageLocality"}}}), (Names{"NodeAffinity:2", "TaintToleration:4"}));
        QCOMPARE(scores({n, t, s}, {{{"NodeAffinity", 9}}, {{"*"}}}), (Names{"NodeAffinity:9"}));
        // Unset weighs 1, whatever multiPoint says.
        QCOMPARE(scores({t}, {{{"TaintToleration"}}, {}}), (Names{"TaintToleration:1"}));
        auto filter = expand({n, t, s}, {});
        QCOMPARE(filter->plugins[Filter], (Names{"NodeAffinity", "TaintToleration"}));
        QVERIFY(filter->plugins[MultiPoint].empty());
    }

    void expansionErrors()
    {
        QCOMPARE(expand({}, {{{"NodeName"}}, {}}).error().text,
                 std::string("plugin \"NodeName\" does not extend ScorePlugin plugin"));
        QCOMPARE(expand({{"Nix"}}, {}).error().text, std::string("PreFilterPlugin \"Nix\" does not exist"));
        QCOMPARE(expand({{"Nix"}}, {}).error().path, std::string("plugins.multiPoint.enabled[0]"));
        QCOMPARE(expand({{"ImageLocality"}, {"ImageLocality"}}, {}).error().text,
                 std::string("plugin \"ImageLocality\" already registered as \"ScorePlugin\""));
        QCOMPARE(expand({}, {{{"ImageLocality", -1}, {"NodeAffinity", 1}}, {}}).error().text,
                 std::string("score plugins: total score of Score plugins could overflow"));
        QCOMPARE(scores({}, {{{"NodeAffinity", 1}, {"ImageLocality", -1}}, {}}),
                 (Names{"NodeAffinity:1", "ImageLocality:-1"}));
    }

    /// Where every point drops what multiPoint brings, the real scheduler crashes on an unknown plugin there.
    void unknownPluginThatNobodyExpands()
    {
        Profile profile;
        for (ExtensionPoint point : allExtensionPoints)
            if (point != MultiPoint)
                profile.plugins[point].disabled = {{"*"}};
        profile.plugins[QueueSort].enabled = {{"PrioritySort"}};
        profile.plugins[Bind].enabled = {{"DefaultBinder"}};
        profile.plugins[MultiPoint].enabled = {{"Nix"}};
        auto resolved = expandProfile(profile, PluginCatalog::inTree());
        QVERIFY(!resolved);
        QCOMPARE(resolved.error().text, std::string("score plugins: ScorePlugin \"Nix\" does not exist"));
    }

    void pluginsOfTheUser()
    {
        PluginCatalog catalog = PluginCatalog::inTree();
        QVERIFY(catalog.add("Mine", {Filter, Score}));
        QVERIFY(!catalog.add("NodeName", {Score}));
        auto resolved = expand({{"Mine", 6}}, {}, catalog);
        QVERIFY(resolved.has_value());
        QCOMPARE(resolved->plugins[Filter], (Names{"Mine"}));
        QCOMPARE(resolved->score, (std::vector<WeightedPlugin>{{"Mine", 6}}));

        const char* text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                           "profiles: [{plugins: {filter: {enabled: [{name: Mine}]}}, pluginConfig: [{name: Mine, args: {a: 1}}]}]";
        LoadResult result = loadConfiguration(text, "", {}, catalog);
        QVERIFY2(result.ok(), result.error.c_str());
        QVERIFY(result.problems.empty());
        const auto args = result.profiles[0].argsOf<RawArgs>("Mine");
        QVERIFY(args.value.find("a"));
    }

    /// For any custom set: the set that is written for the merged one merges to it again.
    void customSetUndoesMerging()
    {
        std::mt19937 random(7);
        auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n + 1)); };
        PluginSet defaults;
        for (int i = 0; i < 5; ++i)
            defaults.enabled.push_back({std::string(1, static_cast<char>('A' + i)), i % 3});
        for (int round = 0; round < 5000; ++round) {
            PluginSet custom;
            std::vector<std::string> pool = {"A", "B", "C", "D", "E", "X", "Y"};
            std::shuffle(pool.begin(), pool.end(), random);
            for (int i = upTo(4); i > 0; --i)
                custom.enabled.push_back({pool[static_cast<std::size_t>(i)], upTo(2)});
            for (int i = upTo(3); i > 0; --i)
                custom.disabled.push_back({upTo(9) == 0 ? "*" : pool[static_cast<std::size_t>(upTo(6))], 0});
            const PluginSet merged = mergePluginSet(defaults, custom);
            const PluginSet written = customSet(defaults, merged);
            QVERIFY(mergePluginSet(defaults, written) == merged);
            QVERIFY(written.enabled.size() <= custom.enabled.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestConfigPlugins)
#include "tst_config_plugins.moc"
