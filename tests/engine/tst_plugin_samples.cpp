// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/folder.h"
#include "scenario/player.h"

#include <QTest>

using namespace berth;

namespace {

/// Plays a sample, in its plugin one text replaced by another.
scenario::Played play(const std::string& sample, const std::string& mistake = "", const std::string& cure = "")
{
    auto folder = scenario::readFolder(std::string(BERTH_SAMPLES_DIR) + "/" + sample);
    if (!folder)
        qFatal("%s", folder.error().message.c_str());
    auto& text = folder->scripts.at(0).text;
    if (!mistake.empty())
        text.replace(text.find(mistake), mistake.size(), cure);
    return scenario::play(*folder);
}

const trace::Attempt& attemptOf(const scenario::Played& played, const std::string& pod)
{
    for (const auto& attempt : played.simulation->trace().attempts)
        if (attempt->pod == "default/" + pod)
            return *attempt;
    qFatal("no attempt of %s", pod.c_str());
}

std::string notes(const scenario::Played& played)
{
    std::string all;
    for (const auto& note : played.simulation->trace().notes)
        all += note.text + "\n";
    return all;
}

std::size_t placed(const scenario::Played& played)
{
    std::size_t count = 0;
    for (const auto& pod : played.simulation->state().pods)
        count += pod->spec.nodeName.empty() ? 0 : 1;
    return count;
}

}

/// The samples with plugins show what their READMEs say, and the cures cure.
class PluginSamples : public QObject {
    Q_OBJECT

private slots:
    void scriptedPlugin()
    {
        const auto played = play("scripted-plugin");
        QCOMPARE(placed(played), std::size_t{2});
        QVERIFY(attemptOf(played, "web-3").message.starts_with(
            "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) belong to team legacy."));
    }

    void skippedState()
    {
        const auto played = play("mistake-skipped-state");
        QCOMPARE(attemptOf(played, "wishes").node, std::string("south-1"));
        QCOMPARE(attemptOf(played, "does-not-care").message,
                 std::string("running Score plugins: plugin \"ZoneWish\" failed with: zone-wish.lua:17: attempt to index a "
                             "nil value (local 'wish')"));
        const auto cured = play("mistake-skipped-state", "function score(",
                                "function preScore(state)\n    if not state:read(\"wish\") then\n"
                                "        return framework.skip()\n    end\nend\n\nfunction score(");
        QCOMPARE(placed(cured), std::size_t{2});
        QCOMPARE(attemptOf(cured, "wishes").node, std::string("south-1"));
    }

    void greedyBind()
    {
        const auto played = play("mistake-greedy-bind");
        QCOMPARE(attemptOf(played, "web").result, trace::Result::Scheduled);
        QCOMPARE(placed(played), std::size_t{1});
        QVERIFY(notes(played).starts_with("bind() answered Success, but default/web is on no node"));
        const auto cured = play("mistake-greedy-bind", "        end\n    end\n    return framework.success()",
                                "        end\n        return framework.success()\n    end\n    return framework.skip()");
        QCOMPARE(placed(cured), std::size_t{2});
        QCOMPARE(notes(cured), std::string());
    }

    void unreserve()
    {
        const auto played = play("mistake-unreserve");
        QCOMPARE(placed(played), std::size_t{3});
        QVERIFY(notes(played).starts_with("unreserve() changed what the script keeps, for a pod that holds nothing"));
        const auto cured = play("mistake-unreserve", "    taken = taken - 1\n", "");
        QCOMPARE(placed(cured), std::size_t{2});
        QCOMPARE(notes(cured), std::string());
    }

    void sharedState()
    {
        const auto played = play("mistake-shared-state");
        QCOMPARE(placed(played), std::size_t{2});
        QCOMPARE(played.simulation->trace().notes.size(), std::size_t{1});
        QVERIFY(attemptOf(played, "trumpet").postFilter->nominatedNode.has_value());
        const auto cured = play("mistake-shared-state", ", clone = function(self) return self end", "");
        QCOMPARE(placed(cured), std::size_t{3});
        QCOMPARE(cured.simulation->trace().notes.size(), std::size_t{0});
        QVERIFY(attemptOf(cured, "trumpet").postFilter->victims.empty());
    }
};

QTEST_APPLESS_MAIN(PluginSamples)
#include "tst_plugin_samples.moc"
