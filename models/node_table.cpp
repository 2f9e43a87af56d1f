// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/node_table.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace berth::models {

QString taintText(const api::Node& node)
{
    QStringList texts;
    for (const api::Taint& taint : node.spec.taints) {
        const QString value = taint.value.empty() ? QString() : u"=" + toQString(taint.value);
        texts << toQString(taint.key) + value + u':' + toQString(taint.effect);
    }
    return texts.join(u", ");
}

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::NodeTableModel", text);
}

QString labelText(const api::Node& node)
{
    QStringList texts;
    for (const auto& [key, value] : node.meta.labels)
        texts << toQString(key) + u'=' + toQString(value);
    return texts.join(u", ");
}

class NodeTable final : public TableData {
public:
    explicit NodeTable(ClusterPtr cluster) : cluster_(std::move(cluster)) {}

    int rowCount() const override { return static_cast<int>(cluster_->nodes.size()); }
    QString id(int row) const override { return at(row).name; }

    QString text(int row, int column) const override
    {
        const NodeRow& node = at(row);
        switch (column) {
        case NodeTableModel::Name:
            return node.name;
        case NodeTableModel::Zone:
            return node.zone;
        case NodeTableModel::State:
            return stateText(node);
        case NodeTableModel::Pods:
        case NodeTableModel::Cpu:
        case NodeTableModel::Memory:
            return amountText(node, resourceOf(column));
        case NodeTableModel::Other:
            return otherText(node);
        case NodeTableModel::Taints:
            return taintText(*node.node);
        case NodeTableModel::Labels:
            return labelText(*node.node);
        case NodeTableModel::FreeCpu:
        case NodeTableModel::FreeMemory:
        case NodeTableModel::FreePods:
            return formatAmount(free(node, column), unitOf(cluster_->resources[resourceOf(column)]));
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        switch (column) {
        case NodeTableModel::Pods:
            return {static_cast<double>(at(row).amounts[Cluster::Pods].requested), {}};
        case NodeTableModel::Cpu:
        case NodeTableModel::Memory:
            return {at(row).amounts[resourceOf(column)].share(), {}};
        default:
            return {0, text(row, column)};
        }
    }

    QString tooltip(int row, int column) const override
    {
        const NodeRow& node = at(row);
        switch (column) {
        case NodeTableModel::Pods:
        case NodeTableModel::Cpu:
        case NodeTableModel::Memory:
            return exactText(node, resourceOf(column));
        case NodeTableModel::Labels:
        case NodeTableModel::Taints:
            return text(row, column).replace(u", "_s, u"\n"_s);
        default:
            return text(row, column);
        }
    }

    std::optional<double> number(int row, int column) const override
    {
        if (column >= NodeTableModel::FreeCpu)
            return static_cast<double>(free(at(row), column));
        return static_cast<double>(at(row).amounts[resourceOf(column)].requested);
    }

    QString summary(const std::vector<int>& rows, int column) const override
    {
        if (column < NodeTableModel::Pods || column > NodeTableModel::Memory)
            return {};
        Amount sum;
        for (int row : rows) {
            sum.requested += at(row).amounts[resourceOf(column)].requested;
            sum.allocatable += at(row).amounts[resourceOf(column)].allocatable;
        }
        const ResourceUnit unit = unitOf(cluster_->resources[resourceOf(column)]);
        return formatAmount(sum.requested, unit) + u" / " + formatAmount(sum.allocatable, unit);
    }

    bool hasAttributes() const override { return true; }

    std::optional<double> share(int row, int column) const override
    {
        if (column < NodeTableModel::Pods || column > NodeTableModel::Memory)
            return {};
        return at(row).amounts[resourceOf(column)].share();
    }

    RowState state(int row, int column) const override
    {
        if (column != NodeTableModel::State)
            return RowState::None;
        return !at(row).ready ? RowState::Bad : at(row).unschedulable ? RowState::Warning : RowState::Good;
    }

    std::optional<QString> attribute(int row, const QString& key) const override
    {
        const QByteArray bytes = key.toUtf8();
        const api::Symbol* value = at(row).node->meta.labels.find(std::string_view(bytes.constData(),
                                                                                   static_cast<std::size_t>(bytes.size())));
        return value ? std::optional(toQString(*value)) : std::nullopt;
    }

private:
    const NodeRow& at(int row) const { return cluster_->nodes[static_cast<std::size_t>(row)]; }

    static std::size_t resourceOf(int column)
    {
        if (column == NodeTableModel::Pods || column == NodeTableModel::FreePods)
            return Cluster::Pods;
        return column == NodeTableModel::Cpu || column == NodeTableModel::FreeCpu ? Cluster::Cpu : Cluster::Memory;
    }

    static std::int64_t free(const NodeRow& node, int column)
    {
        const Amount& amount = node.amounts[resourceOf(column)];
        return amount.allocatable - amount.requested;
    }

    static QString stateText(const NodeRow& node)
    {
        if (node.unschedulable)
            return node.ready ? tr("Ready, cordoned") : tr("Not ready, cordoned");
        return node.ready ? tr("Ready") : tr("Not ready");
    }

    QString amountText(const NodeRow& node, std::size_t resource) const
    {
        const ResourceUnit unit = unitOf(cluster_->resources[resource]);
        const Amount& amount = node.amounts[resource];
        return formatAmount(amount.requested, unit) + u" / " + formatAmount(amount.allocatable, unit);
    }

    QString exactText(const NodeRow& node, std::size_t resource) const
    {
        const ResourceUnit unit = unitOf(cluster_->resources[resource]);
        const Amount& amount = node.amounts[resource];
        return tr("%1 requested of %2 allocatable (%3 %)")
            .arg(formatExactAmount(amount.requested, unit), formatExactAmount(amount.allocatable, unit),
                 QString::number(amount.share() * 100, 'f', 1));
    }

    QString otherText(const NodeRow& node) const
    {
        QStringList texts;
        for (std::size_t i = Cluster::Pods + 1; i < node.amounts.size(); ++i)
            if (node.amounts[i].allocatable > 0)
                texts << toQString(cluster_->resources[i]) + u' ' + amountText(node, i);
        return texts.join(u", ");
    }

    ClusterPtr cluster_;
};

std::vector<TableColumn> nodeColumns()
{
    return {
        {tr("Node"), u"name"_s, tr("The node's name"), false, ValueKind::Text, {u"node"_s}},
        {tr("Zone"), u"zone"_s, tr("Label topology.kubernetes.io/zone"), false},
        {tr("State"), u"state"_s, tr("Condition Ready, and whether the node is cordoned (spec.unschedulable)"), false},
        {tr("Pods"), u"pods"_s, tr("Pods on the node / allocatable"), true, ValueKind::Count},
        {tr("CPU"), u"cpu"_s, tr("Requested / allocatable, in cores; sorted by share"), true, ValueKind::Cpu},
        {tr("Memory"), u"memory"_s, tr("Requested / allocatable; sorted by share"), true, ValueKind::Bytes, {u"mem"_s}},
        {tr("Other resources"), u"other"_s, tr("Requested / allocatable of every other resource"), false},
        {tr("Taints"), u"taints"_s, tr("spec.taints as key=value:effect"), false, ValueKind::Text, {u"taint"_s}},
        {tr("Labels"), u"labels"_s, tr("metadata.labels"), false},
        {tr("Free CPU"), u"cpu.free"_s, tr("Allocatable minus requested"), true, ValueKind::Cpu, {}, true},
        {tr("Free memory"), u"memory.free"_s, tr("Allocatable minus requested"), true, ValueKind::Bytes, {u"mem.free"_s}, true},
        {tr("Free pods"), u"pods.free"_s, tr("Allocatable minus the pods on the node"), true, ValueKind::Count, {}, true},
    };
}

}

NodeTableModel::NodeTableModel(QObject* parent) : TableModel(nodeColumns(), parent) {}

void NodeTableModel::setCluster(ClusterPtr cluster)
{
    setTable(cluster ? std::make_shared<NodeTable>(std::move(cluster)) : nullptr);
}

}
