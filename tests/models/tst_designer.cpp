// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/schema_table.h"
#include "api/text.h"
#include "design/generate.h"
#include "design/row_change.h"
#include "design/yaml_rewrite.h"
#include "models/designer.h"
#include "models/form.h"
#include "models/format.h"
#include "models/object_table.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <map>

#ifdef BERTH_RAPIDCHECK
#include <rapidcheck.h>
#endif

using namespace berth;
using namespace Qt::StringLiterals;
using design::pathOf;

namespace {

const design::Template& templateOf(std::string_view kind)
{
    for (const design::Template& one : design::templates())
        if (one.kind == kind)
            return one;
    qFatal("no such template");
}

/// The type of what stands there in an object of that type; null if there is no such field.
const api::schema::TypeRow* typeAt(const api::schema::TypeRow* type, const design::Path& path)
{
    using api::schema::TypeKind;
    const auto within = [](const api::schema::TypeRow* of) {
        while (of && of->kind == TypeKind::Pointer)
            of = &api::schema::typeAt(of->element);
        return of;
    };
    type = within(type);
    for (const std::string& step : path) {
        const auto* field = type && type->kind == TypeKind::Struct ? api::schema::findField(*type, step) : nullptr;
        if (field)
            type = within(&api::schema::typeAt(field->type));
        else if (type && (type->kind == TypeKind::Map || type->kind == TypeKind::Slice))
            type = within(&api::schema::typeAt(type->element));
        else
            return nullptr;
    }
    return type;
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}

class TestDesigner : public QObject {
    Q_OBJECT

private slots:
    void everyTemplateIsValid()
    {
        for (const design::Template& one : design::templates()) {
            const design::Item item(1, 0, design::fillIn(one, "some-name"));
            const api::Problems problems = design::problemsOf(item);
            QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().toString().c_str());
            QCOMPARE(item.kind(), std::string(one.kind));
        }
    }

    void whatIsGeneratedIsValidAndTheSameEveryTime()
    {
        design::NodesWish nodes;
        nodes.shape = *design::findNodeShape("g5.2xlarge");
        nodes.count = 4;
        nodes.taints = {{"gpu", "", "NoSchedule"}};
        design::PodsWish pods;
        pods.cpu = {design::RequestWish::Distribution::Uniform, "100m", "2"};
        pods.memory = {design::RequestWish::Distribution::SmallOnesOften, "128Mi", "8Gi"};
        pods.gpus = 1;
        pods.spreadOverZones = true;
        std::vector<std::string> texts = design::generateNodes(nodes);
        const auto made = design::generatePods(pods);
        QVERIFY(made.has_value());
        QCOMPARE(*made, *design::generatePods(pods));
        texts.insert(texts.end(), made->begin(), made->end());
        for (const std::string& text : texts) {
            const api::Problems problems = design::problemsOf(design::Item(1, 0, text));
            QVERIFY2(problems.empty(), (text + (problems.empty() ? "" : problems.front().toString())).c_str());
        }
        QVERIFY(texts[0].find("zone-a") != std::string::npos && texts[3].find("zone-a") != std::string::npos && texts[1].find("zone-b") != std::string::npos);
    }

    void nodesAreDistributedOverZonesAsWished()
    {
        design::NodesWish wish;
        wish.count = 400;
        wish.zones = 4;
        const auto counts = [&wish] {
            std::map<std::string, int> zones;
            for (const std::string& text : design::generateNodes(wish))
                ++zones[design::at(*design::Item(1, 0, text).object()->document, pathOf("metadata.labels[topology.kubernetes.io/zone]"))->text];
            return zones;
        };
        QCOMPARE(counts(), (std::map<std::string, int>{{"zone-a", 100}, {"zone-b", 100}, {"zone-c", 100}, {"zone-d", 100}}));
        wish.distribution = design::NodesWish::Distribution::FirstZonesOften;
        auto drawn = counts();
        QVERIFY(drawn["zone-a"] > 160 && drawn["zone-a"] < 240 && drawn["zone-b"] > 70 && drawn["zone-b"] < 130 && drawn["zone-d"] > 20);
        wish.distribution = design::NodesWish::Distribution::AtRandom;
        drawn = counts();
        QVERIFY(drawn["zone-a"] > 70 && drawn["zone-d"] > 70 && drawn["zone-a"] != 100);
        QCOMPARE(counts(), drawn);
        wish.seed = 2;
        QVERIFY(counts() != drawn);
    }

    void podsTolerateWhatIsWished()
    {
        design::PodsWish wish;
        wish.count = 1;
        wish.tolerations = *design::taintListOf("dedicated=gpu:NoSchedule, spot:NoExecute");
        const std::string text = design::generatePods(wish)->front();
        QVERIFY(design::problemsOf(design::Item(1, 0, text)).empty());
        QVERIFY2(text.find("operator: Equal") != std::string::npos && text.find("operator: Exists") != std::string::npos && text.find("value: gpu") != std::string::npos, text.c_str());
        QVERIFY(!design::taintListOf("a:b").has_value());
    }

    void typingIsOneStepAndReturningToTheStartIsNone()
    {
        models::Designer designer;
        const design::Item::Id id = designer.create(templateOf("Pod"));
        const std::string text = designer.document()->find(id)->text();
        designer.setText(id, text + "#");
        designer.setText(id, text + "# a");
        QCOMPARE(designer.history()->count(), 2);
        designer.history()->undo();
        QCOMPARE(designer.document()->find(id)->text(), text);
        designer.setText(id, text + "# b");
        designer.finishStep();
        designer.setText(id, text + "# bc");
        QCOMPARE(designer.history()->count(), 3);
    }

    void oneEditChangesAllChosenObjectsAtOnce()
    {
        models::Designer designer;
        design::NodesWish wish;
        wish.count = 300;
        const models::ItemIds ids = designer.add(design::generateNodes(wish), u"Make nodes"_s);
        QCOMPARE(ids.size(), std::size_t(300));
        designer.edit(ids, {{pathOf("metadata.labels.pool"), api::Value::string("batch")}}, u"Set label"_s);
        for (const design::Item::Id id : ids)
            QVERIFY(designer.document()->find(id)->text().find("pool: batch") != std::string::npos);
        designer.history()->undo();
        for (const design::Item::Id id : ids)
            QVERIFY(designer.document()->find(id)->text().find("pool: batch") == std::string::npos);
    }

    void filesAreWrittenWhereTheyCameFromAndOthersAreNotTouched()
    {
        QTemporaryDir folder;
        const QString first = folder.filePath(u"nodes.yaml"_s);
        const QString second = folder.filePath(u"pods.yaml"_s);
        const std::string nodes = "# nodes\n" + design::fillIn(templateOf("Node"), "n1");
        const std::string pods = "# pods\n" + design::fillIn(templateOf("Pod"), "p1") + "---\n# second\n" + design::fillIn(templateOf("Pod"), "p2");
        models::Designer designer;
        designer.open(std::make_shared<const design::Document>(design::Document().withFile(first.toStdString(), nodes).withFile(second.toStdString(), pods)));
        const design::ItemPtr pod = designer.document()->find("Pod", "default/p2");
        designer.edit({pod->id()}, {{pathOf("spec.priorityClassName"), api::Value::string("high")}}, u"Set"_s);
        QVERIFY(designer.isModified());
        QSignalSpy saved(&designer, &models::Designer::saved);
        designer.save();
        QVERIFY(saved.wait(10'000));
        QCOMPARE(saved.front().at(0).toString(), QString());
        QCOMPARE(saved.front().at(1).toStringList(), QStringList{second});
        QVERIFY(!designer.isModified());
        const std::string written = contentsOf(second).toStdString();
        QVERIFY(written.starts_with(pods.substr(0, pods.find("# second"))));
        QVERIFY(written.find("priorityClassName: high") != std::string::npos);
        QVERIFY(!QFile::exists(first));
        designer.history()->undo();
        QVERIFY(designer.isModified());
        designer.save();
        QVERIFY(saved.wait(10'000));
        QCOMPARE(contentsOf(second).toStdString(), pods);
    }

    void formsShowAndMeanTheSame()
    {
        using models::FormKind;
        for (const auto& [kind, text] : {std::pair(FormKind::Selector, u"app=web,tier in (a,b),!old"_s), std::pair(FormKind::Requirements, u"zone=a,cpus>4,disk notin (hdd,tape),gpu"_s),
                                         std::pair(FormKind::Integer, u"42"_s), std::pair(FormKind::IntOrText, u"50%"_s), std::pair(FormKind::TextList, u"a, b"_s)}) {
            const auto value = models::formValue(kind, text);
            QVERIFY(value.has_value() && value->has_value());
            QCOMPARE(models::formText(kind, &**value), text);
        }
        QVERIFY(!models::formValue(FormKind::Integer, u"many"_s).has_value());
        QVERIFY(!models::formValue(FormKind::Selector, u"a b"_s).has_value());
        QVERIFY(!models::formValue(FormKind::Text, u" "_s)->has_value());
    }

    void everyKindThatCanBeMadeHasAFormOfItsOwn()
    {
        for (const design::Template& one : design::templates())
            QVERIFY2(one.kind == "Namespace" || models::formOf(models::toQString(one.kind)).size() > 1, std::string(one.kind).c_str());
    }

    void everyFieldOfEveryFormIsAFieldOfTheApi()
    {
        std::vector<std::pair<std::string, std::string>> kinds = {{"v1", "ReplicationController"}, {"storage.k8s.io/v1", "CSIDriver"}, {"storage.k8s.io/v1", "CSIStorageCapacity"},
                                                                  {"storage.k8s.io/v1", "VolumeAttachment"}, {"resource.k8s.io/v1", "ResourceClaim"}, {"resource.k8s.io/v1", "ResourceClaimTemplate"},
                                                                  {"resource.k8s.io/v1", "DeviceClass"}};
        for (const design::Template& one : design::templates())
            kinds.emplace_back(one.text.substr(12, one.text.find('\n') - 12), one.kind);
        int count = 0;
        for (const auto& [version, kind] : kinds) {
            const api::schema::TypeRow* type = api::schema::findKind(version, kind);
            QVERIFY2(type, kind.c_str());
            const std::vector<models::FormSection> form = models::formOf(models::toQString(kind));
            QVERIFY2(form.size() > 1 || kind == "Namespace", kind.c_str());
            for (const models::FormSection& section : form)
                for (const models::FormField& field : section.fields) {
                    const auto* of = typeAt(type, field.path);
                    QVERIFY2(of, qPrintable(models::toQString(kind) + u' ' + field.name()));
                    ++count;
                    for (const models::FormColumn& column : field.columns) {
                        design::Path path = column.path;
                        path.insert(path.begin(), "0");
                        QVERIFY2(typeAt(of, path), qPrintable(models::toQString(kind) + u' ' + field.name() + u' ' + column.title));
                    }
                }
        }
        QVERIFY(count > 300);
    }

    void newRowsOfFormsAreValid()
    {
        for (const design::Template& one : design::templates()) {
            const design::Item item(1, 0, design::fillIn(one, "some-name"));
            for (const models::FormSection& section : models::formOf(models::toQString(one.kind)))
                for (const models::FormField& field : section.fields) {
                    if (field.kind != models::FormKind::Rows)
                        continue;
                    const auto edits = design::editsOf(*item.object()->document, {field.path, {}, field.row});
                    const auto text = design::edited(item.text(), edits);
                    QVERIFY(text && (edits.empty() || *text != item.text()));
                    for (const api::Problem& problem : design::problemsOf(design::Item(1, 0, *text))) {
                        // What is to be chosen among several: the form says so where it is written.
                        const bool isOther = problem.message.find("exactly one") != std::string::npos || problem.message.find("Duplicate value") != std::string::npos;
                        QVERIFY2(isOther, (*text + problem.toString()).c_str());
                    }
                }
        }
    }

    void severalKindsShareWhatTheirPodsHave()
    {
        const auto pathsOf = [](const std::vector<models::FormSection>& form) {
            QStringList paths;
            for (const models::FormSection& section : form)
                for (const models::FormField& field : section.fields)
                    paths << field.name();
            return paths;
        };
        const QStringList pods = pathsOf(models::formOfSeveral({u"Pod"_s, u"CronJob"_s, u"Deployment"_s}));
        QVERIFY(pods.contains(u"spec.tolerations"_s) && pods.contains(u"metadata.labels"_s) && pods.contains(u"spec.containers"_s));
        QVERIFY(!pods.contains(u"metadata.name"_s) && !pods.contains(u"spec.nodeName"_s));
        const QStringList workloads = pathsOf(models::formOfSeveral({u"Deployment"_s, u"StatefulSet"_s}));
        QVERIFY(workloads.contains(u"spec.replicas"_s) && workloads.contains(u"spec.template.metadata.labels"_s));
        QVERIFY(!workloads.contains(u"spec.strategy.type"_s));
        const QStringList jobs = pathsOf(models::formOfSeveral({u"Deployment"_s, u"CronJob"_s}));
        QVERIFY(jobs.contains(u"spec.template.metadata.labels"_s) && jobs.contains(u"spec.template.spec.priorityClassName"_s) && !jobs.contains(u"spec.replicas"_s));
        const QStringList far = pathsOf(models::formOfSeveral({u"Node"_s, u"Pod"_s, u"PriorityClass"_s}));
        QCOMPARE(far, QStringList({u"metadata.labels"_s, u"metadata.annotations"_s}));
        QVERIFY(!pathsOf(models::formOfSeveral({u"Node"_s})).contains(u"metadata.name"_s));
    }

    void sourcesOfVolumesAreShortTexts()
    {
        models::FormColumn column;
        column.kind = models::FormKind::Volume;
        const auto parse = [](const char* text) { return api::parseYaml(text)->value; };
        const api::Value claim = parse("{name: v, persistentVolumeClaim: {claimName: data, readOnly: true}}");
        QCOMPARE(models::formText(column.kind, &claim), u"claim data"_s);
        // The same kind of source keeps what the text does not say.
        QVERIFY(design::isSame(*models::formRow(column, claim, u"claim other"_s), parse("{name: v, persistentVolumeClaim: {claimName: other, readOnly: true}}")));
        QVERIFY(design::isSame(*models::formRow(column, claim, u"emptyDir"_s), parse("{name: v, emptyDir: {}}")));
        const auto own = models::formRow(column, claim, u"ephemeral 5Gi fast"_s);
        QVERIFY(own.has_value());
        QCOMPARE(models::formText(column.kind, &*own), u"ephemeral 5Gi fast"_s);
        QVERIFY(!models::formRow(column, claim, u"claim"_s) && !models::formRow(column, claim, u"floppy a"_s));
        const api::Value nfs = parse("{name: v, nfs: {server: s, path: /}}");
        QCOMPARE(models::formText(column.kind, &nfs), u"nfs"_s);
        QVERIFY(design::isSame(*models::formRow(column, nfs, u"nfs"_s), nfs));
    }

    void aSelectorOfEverythingIsNoEmptyText()
    {
        const api::Value all = api::Value::object();
        QCOMPARE(models::formText(models::FormKind::Selector, &all), u"*"_s);
        QVERIFY(design::isSame(**models::formValue(models::FormKind::Selector, u"*"_s), all));
        QVERIFY(!models::formValue(models::FormKind::Selector, QString())->has_value());
    }

    void aRowIsChangedWhereverItStands()
    {
        const auto parse = [](const char* text) { return api::parseYaml(text)->value; };
        const api::Value first = parse("{taints: [{key: a}, {key: b}, {key: a}]}");
        const api::Value second = parse("{taints: [{key: c}]}");
        const api::Value a = parse("{key: a}");
        const api::Value c = parse("{key: c}");
        QCOMPARE(design::editsOf(first, {{"taints"}, a, c}), (std::vector<design::FieldEdit>{{{"taints", "2"}, c}, {{"taints", "0"}, c}}));
        QCOMPARE(design::editsOf(first, {{"taints"}, {}, c}), (std::vector<design::FieldEdit>{{{"taints", "3"}, c}}));
        QVERIFY(design::editsOf(second, {{"taints"}, a, {}}).empty() && design::editsOf(second, {{"taints"}, {}, c}).empty());
    }

    void theTableOfObjectsIsAModel()
    {
        models::ObjectTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        models::Designer designer;
        connect(&designer, &models::Designer::changed, &model, &models::ObjectTableModel::setDocument);
        designer.create(templateOf("Node"));
        const design::Item::Id id = designer.create(templateOf("Deployment"));
        QCOMPARE(model.rowCount(), 2);
        designer.setText(id, "kind: [");
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.index(1, models::ObjectTableModel::State).data().toString().isEmpty());
        designer.remove({id});
        QCOMPARE(model.rowCount(), 1);
    }

    /// Another thread writes them, and what somebody edits meanwhile is neither lost nor undone with it.
    void editsOfManyObjectsComeAMomentLater()
    {
        models::Designer designer;
        design::NodesWish wish;
        wish.count = 1000;
        const models::ItemIds ids = designer.add(design::generateNodes(wish), u"nodes"_s);
        QCOMPARE(ids.size(), std::size_t(1000));
        const std::string first = designer.document()->toText();
        designer.edit(ids, {{pathOf("metadata.labels.all"), api::Value::string("yes")}}, u"Label all"_s);
        QCOMPARE(designer.document()->toText(), first);
        designer.edit({ids.front()}, {{pathOf("metadata.labels.one"), api::Value::string("yes")}}, u"Label one"_s);
        const auto labelled = [&](const char* label) {
            std::size_t count = 0;
            designer.document()->items().forEach([&](std::size_t, const design::ItemPtr& item) { return count += item->text().find(label) != std::string::npos, true; });
            return count;
        };
        QTRY_COMPARE(labelled(" all:"), ids.size());
        QCOMPARE(labelled(" one:"), std::size_t(1));
        QCOMPARE(designer.history()->undoText(), u"Label all"_s);
        designer.history()->undo();
        QCOMPARE(labelled(" one:"), std::size_t(1));
        designer.history()->undo();
        QCOMPARE(designer.document()->toText(), first);
        // Nothing to change: no step.
        designer.editEach({}, u"none"_s);
        QCOMPARE(designer.history()->undoText(), u"nodes"_s);
    }

#ifdef BERTH_RAPIDCHECK
    void twoHundredRandomEditsAreUndoneAndRedoneByteForByte()
    {
        // A sequence is long; a few of them in every run are enough. Ranges grow with the number of the example, so all of them
        // are asked for in full.
        int sequences = 0;
        std::array<int, 14> done = {};
        const auto below = [](int end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, end)); };
        QVERIFY(rc::check([&] {
            if (++sequences > 20)
                return;
            models::Designer designer;
            designer.open(std::make_shared<const design::Document>(
                design::Document().withFile("a.yaml", "# one\n" + design::fillIn(templateOf("Node"), "n") + "---\n" + design::fillIn(templateOf("Deployment"), "d")).withConfigurationFile("s.yaml", "kind: x\n")));
            const std::string first = designer.document()->toText();
            const auto anyIds = [&] {
                models::ItemIds ids;
                designer.document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
                    if (ids.size() < 3 && below(3) == 0)
                        ids.push_back(item->id());
                    return true;
                });
                return ids;
            };
            std::vector<std::string> states = {first}; // after so many steps of the history
            for (int i = 0; i < 200; ++i) {
                const models::ItemIds ids = anyIds();
                const int deed = below(static_cast<int>(done.size()));
                const design::DocumentPtr before = designer.document();
                switch (deed) {
                case 0: designer.create(design::templates()[static_cast<std::size_t>(below(static_cast<int>(design::templates().size())))]); break;
                case 1: designer.duplicate(ids); break;
                case 2: designer.remove(ids); break;
                case 3: designer.edit(ids, {{pathOf("metadata.labels.x"), api::Value::string(std::to_string(i))}}, u"label"_s); break;
                case 4: designer.edit(ids, {{pathOf("spec.replicas"), api::Value::integer(i)}, {pathOf("spec.template"), {}}}, u"size"_s); break;
                case 5:
                    if (!ids.empty())
                        designer.setText(ids.front(), *rc::gen::element<std::string>("kind: [", "", "a: b\n", "apiVersion: v1\nkind: Namespace\nmetadata: {name: q}\n"));
                    break;
                case 6: {
                    design::PodsWish wish;
                    wish.count = static_cast<std::size_t>(1 + below(4));
                    designer.add(*design::generatePods(wish), u"pods"_s);
                    break;
                }
                case 7: designer.add({"apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n"}, u"paste"_s); break;
                case 9: designer.paste(designer.textOf(ids) + "---\nkind: [\n"); break;
                case 10: {
                    std::vector<std::pair<design::Item::Id, std::vector<design::FieldEdit>>> each;
                    for (const design::Item::Id id : ids)
                        each.emplace_back(id, std::vector<design::FieldEdit>{{pathOf("spec.taints[0].key"), api::Value::string(std::to_string(id))}});
                    designer.editEach(each, u"taint"_s);
                    break;
                }
                case 11: {
                    std::vector<std::pair<design::Item::Id, std::string>> texts;
                    for (const design::Item::Id id : ids)
                        texts.emplace_back(id, designer.document()->find(id)->text() + "# " + std::to_string(i) + "\n");
                    designer.setTexts(texts, u"comment"_s);
                    break;
                }
                case 12: {
                    design::NodesWish wish;
                    wish.count = static_cast<std::size_t>(1 + below(4));
                    designer.add(design::generateNodes(wish), u"nodes"_s);
                    break;
                }
                case 8: designer.setConfiguration("kind: y" + std::to_string(i) + "\n"); break;
                default: designer.finishStep(); break;
                }
                done[static_cast<std::size_t>(deed)] += designer.document() != before;
                const auto steps = static_cast<std::size_t>(designer.history()->index());
                states.resize(steps + 1);
                // Typing goes on in its step; whatever else changes the document without one is lost on the way back.
                states[steps] = designer.document()->toText();
            }
            for (std::size_t steps = states.size() - 1; steps > 0; --steps) {
                RC_ASSERT(designer.document()->toText() == states[steps]);
                designer.history()->undo();
            }
            RC_ASSERT(!designer.history()->canUndo());
            RC_ASSERT(designer.document()->toText() == first);
            for (std::size_t steps = 1; steps < states.size(); ++steps) {
                designer.history()->redo();
                RC_ASSERT(designer.document()->toText() == states[steps]);
            }
            RC_ASSERT(!designer.history()->canRedo());
        }));
        // Each of them really changed something; the last one only ends a step.
        for (std::size_t deed = 0; deed + 1 < done.size(); ++deed)
            QVERIFY2(done[deed] > 0, qPrintable(QString::number(deed)));
    }
#endif
};

QTEST_MAIN(TestDesigner)
#include "tst_designer.moc"
