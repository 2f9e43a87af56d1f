// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/branch_adoption.h"

#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

design::Document document()
{
    return design::Document().withAdded("# the first\napiVersion: v1\nkind: Node\nmetadata:\n  name: n1 # mine\n"
                                        "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers: [{name: c, image: i}]\n"
                                        "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n"
                                        "spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}\n");
}

BranchAdoption adopt(const QString& steps)
{
    return adoptBranch(document(), {0, steps, nullptr});
}

QString textOf(const BranchAdoption& adopted, const char* kind, const char* key)
{
    const design::ItemPtr item = adopted.document.find(kind, key);
    return item ? QString::fromStdString(item->text()) : u"(none)"_s;
}

}

class TestBranchAdoption : public QObject {
    Q_OBJECT

private slots:
    void editsOfObjectsAreTakenAndLinesStay()
    {
        const BranchAdoption adopted = adopt(u"- cordon: n1\n- delete: Pod default/a\n- scale: {object: Deployment shop/web, replicas: 5}\n"
                                             "- create:\n  - {apiVersion: v1, kind: Node, metadata: {name: n2}}\n"
                                             "- patch: {object: Node n1, with: {metadata: {labels: {zone: z1}}}}\n"_s);
        QCOMPARE(adopted.taken, (QStringList{u"Node n1"_s, u"Pod default/a"_s, u"Deployment shop/web"_s, u"Node n2"_s, u"Node n1"_s}));
        QCOMPARE(adopted.left, QStringList());
        const QString node = textOf(adopted, "Node", "n1");
        QVERIFY2(node.contains(u"name: n1 # mine"_s) && node.contains(u"unschedulable: true"_s) && node.contains(u"zone: z1"_s), qPrintable(node));
        QCOMPARE(textOf(adopted, "Pod", "default/a"), u"(none)"_s);
        QVERIFY(textOf(adopted, "Deployment", "shop/web").contains(u"replicas: 5"_s));
        QVERIFY(textOf(adopted, "Node", "n2") != u"(none)"_s);
    }

    void whatADesignCannotHoldIsSaid()
    {
        const BranchAdoption adopted = adopt(u"- settle: 10s\n- delete: Pod shop/web-1\n- create:\n  - {apiVersion: v1, kind: Node, metadata: {name: n1}}\n"_s);
        QVERIFY(!adopted.isChange());
        QCOMPARE(adopted.left.size(), 3);
        QVERIFY2(adopted.left[0].startsWith(u"Line 1: settle"_s), qPrintable(adopted.left[0]));
        QVERIFY2(adopted.left[1].startsWith(u"Line 2: Pod shop/web-1 is not in the design"_s), qPrintable(adopted.left[1]));
        QVERIFY2(adopted.left[2].startsWith(u"Line 3: Node n1 is there already"_s), qPrintable(adopted.left[2]));
    }

    void anotherConfigurationIsTaken()
    {
        auto configuration = std::make_shared<Configuration>();
        configuration->text = u"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"_s;
        const BranchAdoption adopted = adoptBranch(document(), {0, {}, configuration});
        QVERIFY(adopted.isChange());
        QCOMPARE(adopted.document.configuration().text, configuration->text.toStdString());
        QVERIFY(!adoptBranch(adopted.document, {0, {}, configuration}).isChange());
    }
};

QTEST_GUILESS_MAIN(TestBranchAdoption)
#include "tst_branch_adoption.moc"
