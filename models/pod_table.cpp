// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pod_table.h"

#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::PodTableModel", text);
}

RowState stateOf(const PodRow& pod)
{
    switch (pod.place) {
    case PodPlace::Bound:
        return RowState::Good;
    case PodPlace::Active:
    case PodPlace::Waiting:
        return RowState::Waiting;
    case PodPlace::Backoff:
        return RowState::Warning;
    case PodPlace::Unschedulable:
        return RowState::Bad;
    case PodPlace::Ended:
        return pod.pod->status.phase == "Failed" ? RowState::Bad : RowState::Muted;
    case PodPlace::Gated:
    case PodPlace::Elsewhere:
        break;
    }
    return RowState::Muted;
}

class PodTable final : public TableData {
public:
    explicit PodTable(ClusterPtr cluster) : cluster_(std::move(cluster)) {}

    int rowCount() const override { return static_cast<int>(cluster_->pods.size()); }
    QString id(int row) const override { return at(row).key; }

    QString text(int row, int column) const override
    {
        const PodRow& pod = at(row);
        switch (column) {
        case PodTableModel::Name:
            return pod.name;
        case PodTableModel::Namespace:
            return pod.namespace_;
        case PodTableModel::Status:
            return pod.pod->isTerminating() && !pod.hasEnded() ? tr("Terminating") : toQString(pod.pod->status.phase);
        case PodTableModel::Queue:
            return queueText(pod);
        case PodTableModel::Node:
            return nodeText(pod);
        case PodTableModel::Priority:
            return formatCount(pod.pod->priority());
        case PodTableModel::Cpu:
        case PodTableModel::Memory:
            return amountText(pod, resourceOf(column));
        case PodTableModel::Attempts:
            return pod.attempts > 0 ? formatCount(pod.attempts) : QString();
        case PodTableModel::Message:
            return pod.isPending() ? pod.lastMessage : QString();
        case PodTableModel::Age:
            return pod.pod->meta.creationTimestamp ? formatDuration(age(pod)) : QString();
        case PodTableModel::Owner:
            return ownerText(pod);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        const PodRow& pod = at(row);
        switch (column) {
        case PodTableModel::Priority:
            return {static_cast<double>(pod.pod->priority()), {}};
        case PodTableModel::Cpu:
        case PodTableModel::Memory:
            return {static_cast<double>(pod.requests[resourceOf(column)]), {}};
        case PodTableModel::Attempts:
            return {static_cast<double>(pod.attempts), {}};
        case PodTableModel::Queue:
            return {static_cast<double>(pod.place), {}};
        default:
            return {0, text(row, column)};
        }
    }

    QString tooltip(int row, int column) const override
    {
        const PodRow& pod = at(row);
        if (column == PodTableModel::Cpu || column == PodTableModel::Memory) {
            const std::size_t resource = resourceOf(column);
            return tr("%1 requested").arg(formatExactAmount(pod.requests[resource], unitOf(cluster_->resources[resource])));
        }
        return column == PodTableModel::Name ? pod.key : text(row, column);
    }

    QString copyText(int row, int column) const override
    {
        if (column != PodTableModel::Cpu && column != PodTableModel::Memory)
            return TableData::copyText(row, column);
        const std::size_t resource = resourceOf(column);
        return formatQuantity(at(row).requests[resource], unitOf(cluster_->resources[resource]));
    }

    std::optional<double> number(int row, int column) const override
    {
        if (column == PodTableModel::Age)
            return at(row).pod->meta.creationTimestamp ? std::optional(static_cast<double>(age(at(row)))) : std::nullopt;
        return sortKey(row, column).number;
    }

    QString summary(const std::vector<int>& rows, int column) const override
    {
        if (column != PodTableModel::Cpu && column != PodTableModel::Memory)
            return {};
        const std::size_t resource = resourceOf(column);
        std::int64_t sum = 0;
        for (int row : rows)
            if (!at(row).hasEnded())
                sum += at(row).requests[resource];
        return formatAmount(sum, unitOf(cluster_->resources[resource]));
    }

    bool hasAttributes() const override { return true; }

    RowState state(int row, int column) const override
    {
        return column == PodTableModel::Queue ? stateOf(at(row)) : RowState::None;
    }

    std::optional<QString> attribute(int row, const QString& key) const override
    {
        const QByteArray bytes = key.toUtf8();
        const api::Symbol* value = at(row).pod->meta.labels.find(std::string_view(bytes.constData(),
                                                                                  static_cast<std::size_t>(bytes.size())));
        return value ? std::optional(toQString(*value)) : std::nullopt;
    }

private:
    const PodRow& at(int row) const { return cluster_->pods[static_cast<std::size_t>(row)]; }

    static std::size_t resourceOf(int column)
    {
        return column == PodTableModel::Cpu ? Cluster::Cpu : Cluster::Memory;
    }

    std::int64_t age(const PodRow& pod) const
    {
        return cluster_->now.nanoseconds - pod.pod->meta.creationTimestamp->nanoseconds;
    }

    static QString ownerText(const PodRow& pod)
    {
        for (const api::OwnerReference& owner : pod.pod->meta.ownerReferences)
            if (owner.controller)
                return toQString(owner.kind) + u'/' + toQString(owner.name);
        return {};
    }

    QString queueText(const PodRow& pod) const
    {
        if (pod.place == PodPlace::Backoff && pod.backoffUntil)
            return tr("Backoff until %1").arg(formatMoment(*pod.backoffUntil, cluster_->origin));
        if (pod.place == PodPlace::Gated && !pod.gatedBy.isEmpty())
            return tr("Gated by %1").arg(pod.gatedBy);
        if (pod.place == PodPlace::Elsewhere && pod.isPending() && pod.attempts == 0)
            return tr("Not queued, for %1").arg(toQString(pod.pod->spec.schedulerName));
        return placeName(pod.place);
    }

    static QString nodeText(const PodRow& pod)
    {
        if (pod.isPending() && !pod.nominatedNode.isEmpty())
            return tr("%1 (nominated)").arg(pod.nominatedNode);
        return pod.node;
    }

    QString amountText(const PodRow& pod, std::size_t resource) const
    {
        return pod.requests[resource] == 0 ? u"–"_s
                                           : formatAmount(pod.requests[resource], unitOf(cluster_->resources[resource]));
    }

    ClusterPtr cluster_;
};

std::vector<TableColumn> podColumns()
{
    return {
        {tr("Pod"), u"name"_s, tr("The pod's name"), false, ValueKind::Text, {u"pod"_s}},
        {tr("Namespace"), u"namespace"_s, {}, false, ValueKind::Text, {u"ns"_s}},
        {tr("Status"), u"status"_s, tr("status.phase"), false, ValueKind::Text, {u"phase"_s}},
        {tr("Queue"), u"queue"_s, tr("Where the pod is: bound, in which part of the scheduling queue, or ended"), false},
        {tr("Node"), u"node"_s, tr("The node that the pod is bound to, or nominated for"), false},
        {tr("Priority"), u"priority"_s, tr("spec.priority"), true, ValueKind::Count},
        {tr("CPU"), u"cpu"_s, tr("Requested cores, all containers and overhead"), true, ValueKind::Cpu},
        {tr("Memory"), u"memory"_s, tr("Requested memory, all containers and overhead"), true, ValueKind::Bytes, {u"mem"_s}},
        {tr("Attempts"), u"attempts"_s, tr("Scheduling attempts so far"), true, ValueKind::Count},
        {tr("Last message"), u"message"_s, tr("What the last attempt said, if the pod is still pending"), false, ValueKind::Text, {u"reason"_s}},
        {tr("Age"), u"age"_s, tr("Since metadata.creationTimestamp, on the virtual clock"), true, ValueKind::Duration, {}, true},
        {tr("Owner"), u"owner"_s, tr("The controller, as Kind/name"), false, ValueKind::Text, {}, true},
    };
}

}

PodTableModel::PodTableModel(QObject* parent) : TableModel(podColumns(), parent) {}

void PodTableModel::setCluster(ClusterPtr cluster)
{
    setTable(cluster ? std::make_shared<PodTable>(std::move(cluster)) : nullptr);
}

}
