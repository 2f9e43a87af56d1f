// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/profile_matrix.h"

#include "api/text.h"
#include "config/read.h"
#include "config/write_args.h"
#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

using config::ExtensionPoint;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::ProfileMatrix", text);
}

bool names(const std::vector<config::Plugin>& plugins, std::string_view name)
{
    return std::any_of(plugins.begin(), plugins.end(), [&](const config::Plugin& plugin) { return plugin.name == name; });
}

/// `cpu 1, memory 1` for lists of named weights, `{a: 1, b: [c, d]}` for the rest.
QString flow(const api::Value& value)
{
    QStringList parts;
    switch (value.kind) {
    case api::Value::Kind::Object: {
        const api::Value* name = value.find("name");
        const api::Value* weight = value.find("weight");
        if (name && weight && value.members.size() == 2)
            return flow(*name) + u' ' + flow(*weight);
        for (const api::Value::Member& member : value.members)
            parts << toQString(member.key) + u": " + flow(member.value);
        return u'{' + parts.join(u", ") + u'}';
    }
    case api::Value::Kind::Array:
        for (const api::Value& item : value.items)
            parts << flow(item);
        return u'[' + parts.join(u", ") + u']';
    case api::Value::Kind::Bool:
        return value.boolean ? u"true"_s : u"false"_s;
    case api::Value::Kind::Null:
        return u"null"_s;
    default:
        return toQString(value.text);
    }
}

QString argsText(const config::PluginArgs& args)
{
    const api::Value value = config::argsValue(args);
    if (!value.isObject())
        return value.isNull() ? QString() : flow(value);
    QStringList parts;
    for (const api::Value::Member& member : value.members)
        if (member.key != "apiVersion" && member.key != "kind")
            parts << toQString(member.key) + u": " + flow(member.value);
    return parts.join(u", ");
}

ProfileCell cellOf(const config::Profile& profile, const config::ResolvedProfile& resolved, ExtensionPoint point,
                   const std::string& name, const config::PluginCatalog::Entry& entry)
{
    const config::PluginSet& own = profile.plugins[point];
    const config::PluginSet& multi = profile.plugins[ExtensionPoint::MultiPoint];
    if (point == ExtensionPoint::MultiPoint) {
        const auto at = std::find_if(multi.enabled.begin(), multi.enabled.end(),
                                     [&](const config::Plugin& plugin) { return plugin.name == name; });
        if (at != multi.enabled.end())
            return {PointState::Own, static_cast<int>(at - multi.enabled.begin()) + 1};
        return {names(multi.disabled, name) || names(multi.disabled, "*") ? PointState::Disabled : PointState::Off, 0};
    }
    if (!entry.points.contains(point))
        return {};
    const std::vector<std::string>& order = resolved.plugins[point];
    const auto at = std::find(order.begin(), order.end(), name);
    const bool offered = names(multi.enabled, name);
    if (at == order.end())
        return {offered ? PointState::Disabled : PointState::Off, 0};
    const PointState state = !names(own.enabled, name) ? PointState::Expanded : offered ? PointState::Overridden : PointState::Own;
    return {state, static_cast<int>(at - order.begin()) + 1};
}

std::optional<int> weightOf(const config::ResolvedProfile& resolved, const std::string& name)
{
    for (const auto* list : {&resolved.score, &resolved.placementScore})
        for (const config::WeightedPlugin& plugin : *list)
            if (plugin.name == name)
                return plugin.weight;
    return {};
}

std::vector<std::string> rowOrder(const config::Profile& profile, const config::PluginCatalog& catalog)
{
    std::vector<std::string> order;
    const auto add = [&](const std::string& name) {
        if (catalog.find(name) && std::find(order.begin(), order.end(), name) == order.end())
            order.push_back(name);
    };
    for (const config::Plugin& plugin : profile.plugins[ExtensionPoint::MultiPoint].enabled)
        add(plugin.name);
    for (const ExtensionPoint point : config::allExtensionPoints)
        for (const config::Plugin& plugin : profile.plugins[point].enabled)
            add(plugin.name);
    for (const auto& [name, entry] : catalog.entries())
        add(name);
    return order;
}

/// The order in which a pod meets them, and multiPoint before all.
constexpr ExtensionPoint shownOrder[] = {
    ExtensionPoint::MultiPoint, ExtensionPoint::PreEnqueue, ExtensionPoint::QueueSort, ExtensionPoint::PreFilter,
    ExtensionPoint::Filter,     ExtensionPoint::PostFilter, ExtensionPoint::PreScore,  ExtensionPoint::Score,
    ExtensionPoint::Reserve,    ExtensionPoint::Permit,     ExtensionPoint::PreBind,   ExtensionPoint::Bind,
    ExtensionPoint::PostBind,   ExtensionPoint::PlacementGenerate, ExtensionPoint::PlacementScore};

std::vector<ExtensionPoint> shownPoints(const config::PluginCatalog& catalog)
{
    std::vector<ExtensionPoint> points;
    for (const ExtensionPoint point : shownOrder) {
        const bool used = std::any_of(catalog.entries().begin(), catalog.entries().end(),
                                      [point](const auto& entry) { return entry.second.points.contains(point); });
        if (used || point == ExtensionPoint::MultiPoint)
            points.push_back(point);
    }
    return points;
}

void describeArgs(ProfileRow& row, const config::ResolvedProfile& resolved, const std::string& name,
                  const config::PluginCatalog::Entry& entry, const config::FeatureGates& gates)
{
    const auto args = resolved.args.find(name);
    if (args == resolved.args.end())
        return;
    row.args = argsText(args->second);
    row.argsDiffer = row.args != (entry.args == config::ArgsKind::None ? QString() : argsText(config::readArgs(entry.args, nullptr, gates)));
}

}

ProfileMatrix makeProfileMatrix(const config::LoadResult& result, std::size_t index, const config::FeatureGates& gates,
                                const config::PluginCatalog& catalog)
{
    const config::Profile& profile = result.config->profiles[index];
    const config::ResolvedProfile& resolved = result.profiles[index];
    ProfileMatrix matrix;
    matrix.schedulerName = toQString(profile.schedulerName);
    matrix.points = shownPoints(catalog);
    for (const std::string& name : rowOrder(profile, catalog)) {
        const config::PluginCatalog::Entry& entry = *catalog.find(name);
        ProfileRow row;
        row.plugin = toQString(name);
        row.inTree = entry.inTree;
        row.weight = weightOf(resolved, name);
        describeArgs(row, resolved, name, entry, gates);
        for (const ExtensionPoint point : matrix.points) {
            row.cells.push_back(cellOf(profile, resolved, point, name, entry));
            row.runs = row.runs || (point != ExtensionPoint::MultiPoint && row.cells.back().position > 0);
        }
        matrix.rows.push_back(std::move(row));
    }
    return matrix;
}

QStringList extenderLines(const config::Extender& extender)
{
    QStringList verbs;
    if (!extender.filterVerb.empty())
        verbs << tr("filter");
    if (!extender.prioritizeVerb.empty())
        verbs << tr("prioritize × %1").arg(extender.weight);
    if (!extender.preemptVerb.empty())
        verbs << tr("preempt");
    if (!extender.bindVerb.empty())
        verbs << tr("bind");
    QStringList lines = {toQString(extender.urlPrefix), verbs.join(u", ")};
    QStringList managed;
    for (const config::ExtenderManagedResource& resource : extender.managedResources)
        managed << toQString(resource.name) + (resource.ignoredByScheduler ? tr(" (ignored by the scheduler)") : QString());
    if (!managed.isEmpty())
        lines << tr("only pods that ask for %1").arg(managed.join(u", "));
    lines << (extender.ignorable ? tr("ignored when it fails") : tr("a failure fails the pod"));
    if (extender.nodeCacheCapable)
        lines << tr("gets node names only");
    const auto timeout = extender.httpTimeout.count() == 0 ? std::int64_t{5'000'000'000} : static_cast<std::int64_t>(extender.httpTimeout.count());
    lines << tr("time-out %1").arg(formatDuration(timeout));
    return lines;
}

QString pointStateText(PointState state)
{
    switch (state) {
    case PointState::NotImplemented:
        return tr("not implemented");
    case PointState::Off:
        return tr("off");
    case PointState::Disabled:
        return tr("disabled");
    case PointState::Expanded:
        return tr("expanded from multiPoint");
    case PointState::Own:
        return tr("enabled by name");
    case PointState::Overridden:
        return tr("from multiPoint, position overridden");
    }
    return {};
}

ProfileMatrixModel::ProfileMatrixModel(QObject* parent) : QAbstractTableModel(parent) {}

void ProfileMatrixModel::setMatrix(ProfileMatrixPtr matrix)
{
    // Rows that stay keep the view's cursor where it is.
    const auto sameRow = [](const ProfileRow& a, const ProfileRow& b) { return a.plugin == b.plugin; };
    const bool same = matrix && matrix_ && matrix->points == matrix_->points
        && std::equal(matrix->rows.begin(), matrix->rows.end(), matrix_->rows.begin(), matrix_->rows.end(), sameRow);
    if (same) {
        matrix_ = std::move(matrix);
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    matrix_ = std::move(matrix);
    endResetModel();
}

std::optional<ExtensionPoint> ProfileMatrixModel::pointAt(int column) const
{
    const int at = column - FirstPoint;
    if (!matrix_ || at < 0 || at >= static_cast<int>(matrix_->points.size()))
        return {};
    return matrix_->points[static_cast<std::size_t>(at)];
}

int ProfileMatrixModel::columnOf(ExtensionPoint point) const
{
    for (int column = FirstPoint; column < argsColumn(); ++column)
        if (pointAt(column) == point)
            return column;
    return -1;
}

int ProfileMatrixModel::rowOf(const QString& plugin) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (matrix_->rows[static_cast<std::size_t>(row)].plugin == plugin)
            return row;
    return -1;
}

int ProfileMatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !matrix_ ? 0 : static_cast<int>(matrix_->rows.size());
}

int ProfileMatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !matrix_ ? 0 : FirstPoint + static_cast<int>(matrix_->points.size()) + 1;
}

const ProfileCell* ProfileMatrixModel::cell(const ProfileRow& row, int column) const
{
    return pointAt(column) ? &row.cells[static_cast<std::size_t>(column - FirstPoint)] : nullptr;
}

QVariant ProfileMatrixModel::text(const ProfileRow& row, int column) const
{
    if (column == Plugin)
        return row.plugin;
    if (column == Weight)
        return row.weight ? QVariant(*row.weight) : QVariant();
    if (const ProfileCell* at = cell(row, column))
        return at->position > 0 ? QVariant(at->position) : QVariant();
    return row.args;
}

QString ProfileMatrixModel::tooltip(const ProfileRow& row, int column) const
{
    if (column == Plugin)
        return !row.inTree ? tr("%1: scripted").arg(row.plugin) : row.runs ? row.plugin : tr("%1 runs nowhere in this profile").arg(row.plugin);
    if (column == Weight)
        return row.weight ? tr("What %1's normalised score is multiplied by").arg(row.plugin) : tr("%1 does not score").arg(row.plugin);
    const ProfileCell* at = cell(row, column);
    if (!at)
        return row.args;
    const QString where = tr("%1 at %2: %3").arg(row.plugin, toQString(config::fieldName(*pointAt(column))), pointStateText(at->state));
    return at->position > 0 ? where + u", "_s + tr("number %1").arg(at->position) : where;
}

QVariant ProfileMatrixModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const ProfileRow& row = matrix_->rows[static_cast<std::size_t>(index.row())];
    const ProfileCell* at = cell(row, index.column());
    switch (role) {
    case Qt::DisplayRole:
    case CopyRole:
        return text(row, index.column());
    case Qt::EditRole:
        return index.column() == Weight && row.weight ? QVariant(*row.weight) : QVariant();
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tooltip(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(index.column() == Plugin || index.column() == argsColumn() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
    case IdRole:
        return row.plugin;
    case StateRole:
        return static_cast<int>(row.runs ? RowState::None : RowState::Muted);
    case PointStateRole:
        return at ? QVariant(static_cast<int>(at->state)) : QVariant();
    default:
        return {};
    }
}

bool ProfileMatrixModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    bool number = false;
    const int weight = value.toInt(&number);
    if (role != Qt::EditRole || !number || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    const ProfileRow& row = matrix_->rows[static_cast<std::size_t>(index.row())];
    if (weight != *row.weight)
        emit weightEdited(row.plugin, weight);
    return true;
}

QVariant ProfileMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (section == Plugin)
        return tr("Plugin");
    if (section == Weight)
        return tr("weight");
    if (const auto point = pointAt(section))
        return toQString(config::fieldName(*point));
    return tr("Arguments");
}

Qt::ItemFlags ProfileMatrixModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Weight && matrix_->rows[static_cast<std::size_t>(index.row())].weight)
        flags |= Qt::ItemIsEditable;
    return flags;
}

}
