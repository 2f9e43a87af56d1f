// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/change_edit.h"

#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

const char* const twoObjects = R"(apiVersion: v1
kind: Node
metadata: {name: n1}   # the first
spec:
  unschedulable: true
  taints:
  - {key: a, effect: NoSchedule}
  - {key: b, effect: NoSchedule}
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - {name: c, image: i}
)";

design::Document document() { return design::Document().withFile("objects.yaml", twoObjects); }

using Action = scenario::ObjectEdit::Action;

scenario::ObjectEdit edit(Action action, const char* label, const char* patch)
{
    scenario::ObjectEdit made;
    made.action = action;
    made.label = label;
    made.patch = patch;
    return made;
}

scenario::Change change(std::vector<scenario::ObjectEdit> objects)
{
    scenario::Change made;
    made.objects = std::move(objects);
    return made;
}

}

class TestChangeEdit : public QObject {
    Q_OBJECT

private slots:
    void patchesBecomeEditsOfTheLines()
    {
        const auto after = withChange(change({edit(Action::Update, "Node n1", R"([{"op":"remove","path":"/spec/unschedulable"},{"op":"remove","path":"/spec/taints/0"}])"),
                                              edit(Action::Update, "Pod default/web", R"([{"op":"add","path":"/spec/tolerations","value":[{"key":"b","operator":"Exists"}]},
                                                  {"op":"add","path":"/spec/tolerations/-","value":{"key":"c","operator":"Exists"}}])")}),
                                      document(), document());
        QVERIFY(after.has_value());
        QCOMPARE(after->touched.size(), std::size_t(2));
        const QString text = QString::fromStdString(after->document.textOf(0));
        QVERIFY2(!text.contains(u"unschedulable"_s) && !text.contains(u"key: a,"_s) && text.contains(u"- {key: b, effect: NoSchedule}"_s), qPrintable(text));
        QVERIFY2(text.contains(u"# the first"_s), qPrintable(text));
        const auto tolerations = text.indexOf(u"tolerations"_s);
        QVERIFY2(tolerations > 0 && text.indexOf(u"key: c"_s, tolerations) > text.indexOf(u"key: b"_s, tolerations), qPrintable(text));
    }

    void escapedNamesAreFound()
    {
        const auto after = withChange(change({edit(Action::Update, "Node n1", R"([{"op":"add","path":"/metadata/labels","value":{"a":"b"}},{"op":"add","path":"/metadata/labels/example.com~1zone","value":"east"}])")}),
                                      document(), document());
        QVERIFY(after.has_value());
        QVERIFY(QString::fromStdString(after->document.textOf(0)).contains(u"example.com/zone: east"_s));
    }

    void objectsGoAndComeInTheSameStep()
    {
        const auto after = withChange(change({edit(Action::Delete, "Pod default/web", ""),
                                              edit(Action::Create, "Node n2", R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n2"}})")}),
                                      document(), document());
        QVERIFY(after.has_value());
        QVERIFY(!after->document.find("Pod", "default/web"));
        const design::ItemPtr made = after->document.find("Node", "n2");
        QVERIFY(made && after->touched == std::vector<design::Item::Id>{made->id()});
    }

    void itSaysWhyItCannotBeMade()
    {
        const auto why = [](const scenario::Change& wanted, const design::Document& now) {
            const auto after = withChange(wanted, now, document());
            return after ? QString() : after.error();
        };
        const scenario::Change uncordon = change({edit(Action::Update, "Node n1", R"([{"op":"remove","path":"/spec/unschedulable"}])")});
        QCOMPARE(why(uncordon, document()), QString());
        QVERIFY(why(change({edit(Action::Update, "Pod default/web-7", R"([])")}), document()).contains(u"a controller made it"_s));
        const design::Document now = document();
        QVERIFY(why(uncordon, now.without(std::vector{now.find("Node", "n1")->id()})).contains(u"has been deleted"_s));
        QVERIFY(why(uncordon, now.withText(now.find("Node", "n1")->id(), "kind: Node\nmetadata: {name: n1}\n")).contains(u"has been edited"_s));
        QVERIFY(why(change({edit(Action::Update, "Node n1", "")}), document()).contains(u"field by field"_s));
    }
};

QTEST_GUILESS_MAIN(TestChangeEdit)
#include "tst_change_edit.moc"
