// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of storage.
#include "models/form_build.h"

using namespace Qt::StringLiterals;

namespace berth::models::forms {

using design::pathOf;

namespace {

FormField accessModes()
{
    return field(tr("Access modes"), pathOf("spec.accessModes"), FormKind::TextList, choicesOf("v1.PersistentVolumeAccessMode").join(u", "_s));
}

std::vector<FormSection> storageClass()
{
    FormSection main{tr("Storage class"), {}, true};
    main.fields = {
        field(tr("Provisioner"), pathOf("provisioner")),
        field(tr("Binding"), pathOf("volumeBindingMode"), FormKind::Choice, tr("WaitForFirstConsumer: once a pod of the claim has a node"), choicesOf("v1.VolumeBindingMode")),
        field(tr("Reclaim"), pathOf("reclaimPolicy"), FormKind::Choice, tr("What becomes of a volume whose claim is gone"), choicesOf("v1.PersistentVolumeReclaimPolicy")),
        field(tr("May grow"), pathOf("allowVolumeExpansion"), FormKind::Flag),
        field(tr("For all others"), pathOf("metadata.annotations[storageclass.kubernetes.io/is-default-class]"), FormKind::Choice, tr("true: claims that name no class get this one"), {u"true"_s, u"false"_s}),
    };
    FormSection more{tr("More"), {}, false};
    more.fields = {
        texts(tr("Parameters"), pathOf("parameters"), u"type"_s, "ssd", tr("For the provisioner")),
        field(tr("Mount options"), pathOf("mountOptions"), FormKind::TextList),
        rows(tr("Allowed topologies"), pathOf("allowedTopologies"),
             {column(tr("Label"), "matchLabelExpressions[0].key"), column(tr("Values"), "matchLabelExpressions[0].values", FormKind::TextList)},
             objectOf({{"matchLabelExpressions[0].key", text("topology.kubernetes.io/zone")}, {"matchLabelExpressions[0].values[0]", text("zone-a")}}), tr("Where volumes may be made")),
    };
    return {std::move(main), std::move(more)};
}

std::vector<FormSection> claim(const FormContext& context)
{
    FormSection section{tr("Claim"), {}, true};
    section.fields = {
        field(tr("Size"), pathOf("spec.resources.requests.storage"), FormKind::Quantity),
        field(tr("Storage class"), pathOf("spec.storageClassName"), FormKind::Choice, {}, context.storageClasses),
        accessModes(),
        field(tr("Mode"), pathOf("spec.volumeMode"), FormKind::Choice, {}, choicesOf("v1.PersistentVolumeMode")),
        field(tr("Volume"), pathOf("spec.volumeName"), FormKind::Text, tr("The PersistentVolume it is bound to")),
        field(tr("Volumes by label"), pathOf("spec.selector"), FormKind::Selector, selectorTip()),
    };
    return {std::move(section)};
}

std::vector<FormSection> volume(const FormContext& context)
{
    FormSection main{tr("Volume"), {}, true};
    main.fields = {
        field(tr("Size"), pathOf("spec.capacity.storage"), FormKind::Quantity),
        field(tr("Storage class"), pathOf("spec.storageClassName"), FormKind::Choice, {}, context.storageClasses),
        accessModes(),
        field(tr("Reclaim"), pathOf("spec.persistentVolumeReclaimPolicy"), FormKind::Choice, tr("What becomes of it when its claim is gone"), choicesOf("v1.PersistentVolumeReclaimPolicy")),
        field(tr("Mode"), pathOf("spec.volumeMode"), FormKind::Choice, {}, choicesOf("v1.PersistentVolumeMode")),
        rows(tr("Nodes (any row)"), pathOf("spec.nodeAffinity.required.nodeSelectorTerms"),
             {column(tr("Requirements (all)"), "matchExpressions", FormKind::Requirements, requirementsTip())}, zoneTerm(), tr("From where it can be reached; none: from everywhere")),
    };
    FormSection more{tr("Claim and source"), {}, false};
    more.fields = {
        field(tr("Claim"), pathOf("spec.claimRef.name"), FormKind::Text, tr("The claim that it is kept for")),
        field(tr("Claim's namespace"), pathOf("spec.claimRef.namespace")),
        field(tr("CSI driver"), pathOf("spec.csi.driver")),
        field(tr("CSI handle"), pathOf("spec.csi.volumeHandle")),
        field(tr("Local path"), pathOf("spec.local.path"), FormKind::Text, tr("A disk of one node; it needs a node above")),
        field(tr("Path on the host"), pathOf("spec.hostPath.path")),
    };
    return {std::move(main), std::move(more)};
}

std::vector<FormSection> drivers(const QString& kind, const FormContext& context)
{
    if (kind == u"CSINode")
        return {{tr("Drivers on the node"),
                 {rows({}, pathOf("spec.drivers"),
                       {column(tr("Driver"), "name"), column(tr("Node id"), "nodeID"), column(tr("Volumes at most"), "allocatable.count", FormKind::Integer, tr("Empty: no limit")),
                        column(tr("Topology keys"), "topologyKeys", FormKind::TextList)},
                       objectOf({{"name", text("csi.example.com")}, {"nodeID", text("node")}, {"allocatable.count", api::Value::integer(8)}}))},
                 true}};
    if (kind == u"CSIDriver")
        return {{tr("Driver"),
                 {field(tr("Needs attaching"), pathOf("spec.attachRequired"), FormKind::Flag), field(tr("Tells its capacity"), pathOf("spec.storageCapacity"), FormKind::Flag, tr("Places with too little of it are left out")),
                  field(tr("Modes"), pathOf("spec.volumeLifecycleModes"), FormKind::TextList, u"Persistent, Ephemeral"_s)},
                 true}};
    if (kind == u"CSIStorageCapacity")
        return {{tr("Capacity"),
                 {field(tr("Storage class"), pathOf("storageClassName"), FormKind::Choice, {}, context.storageClasses), field(tr("Capacity"), pathOf("capacity"), FormKind::Quantity),
                  field(tr("Largest volume"), pathOf("maximumVolumeSize"), FormKind::Quantity), field(tr("Nodes"), pathOf("nodeTopology"), FormKind::Selector, selectorTip())},
                 true}};
    if (kind == u"VolumeAttachment")
        return {{tr("Attachment"),
                 {field(tr("Driver"), pathOf("spec.attacher")), field(tr("Node"), pathOf("spec.nodeName"), FormKind::Choice, {}, context.nodes), field(tr("Volume"), pathOf("spec.source.persistentVolumeName"))},
                 true}};
    return {};
}

}

std::vector<FormSection> storageSections(const QString& kind, const FormContext& context)
{
    if (kind == u"StorageClass")
        return storageClass();
    if (kind == u"PersistentVolumeClaim")
        return claim(context);
    if (kind == u"PersistentVolume")
        return volume(context);
    return drivers(kind, context);
}

}
