// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/object_table.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::ObjectTableModel", text);
}

class ObjectTable final : public TableData {
public:
    explicit ObjectTable(const design::DocumentPtr& document) : document_(document)
    {
        rows_.reserve(document->items().size());
        document->items().forEach([this](std::size_t, const design::ItemPtr& item) {
            if (!item->isBlank())
                rows_.push_back(item);
            return true;
        });
    }

    int rowCount() const override { return static_cast<int>(rows_.size()); }
    QString id(int row) const override { return QString::number(at(row).id()); }

    QString text(int row, int column) const override
    {
        const design::Item& item = at(row);
        switch (column) {
        case ObjectTableModel::KindColumn: return item.kind().empty() ? tr("document") : toQString(item.kind());
        case ObjectTableModel::Namespace: return toQString(item.namespace_());
        case ObjectTableModel::Name: return toQString(item.name());
        case ObjectTableModel::Labels: return labels(item);
        case ObjectTableModel::File: return QFileInfo(toQString(document_->files()[item.file()].path)).fileName();
        case ObjectTableModel::State: return item.hasErrors() ? problem(item) : QString();
        default: return {};
        }
    }

    SortKey sortKey(int row, int column) const override { return {0, text(row, column)}; }
    RowState state(int row, int column) const override
    {
        return column == ObjectTableModel::State && at(row).hasErrors() ? RowState::Bad : RowState::None;
    }
    std::optional<QString> attribute(int row, const QString& key) const override
    {
        if (const api::Object* object = at(row).object())
            if (const api::Symbol* value = object->meta.labels.find(api::Symbol(key.toStdString())))
                return toQString(*value);
        return {};
    }

private:
    const design::Item& at(int row) const { return *rows_[static_cast<std::size_t>(row)]; }

    static QString labels(const design::Item& item)
    {
        QStringList all;
        if (const api::Object* object = item.object())
            for (const auto& [key, value] : object->meta.labels)
                all << toQString(key) + u'=' + toQString(value);
        return all.join(u", "_s);
    }

    static QString problem(const design::Item& item)
    {
        for (const api::DecodedDocument& document : item.documents())
            for (const api::Problem& one : document.problems)
                if (one.severity == api::Problem::Severity::Error)
                    return toQString(one.message);
        return {};
    }

    design::DocumentPtr document_;
    std::vector<design::ItemPtr> rows_;
};

std::vector<TableColumn> objectColumns()
{
    return {
        {tr("Name"), u"name"_s, {}, false},
        {tr("Kind"), u"kind"_s, {}, false},
        {tr("Namespace"), u"ns"_s, {}, false},
        {tr("Labels"), u"labels"_s, {}, false},
        {tr("File"), u"file"_s, tr("Where the object is saved"), false},
        {tr("Problem"), u"problem"_s, tr("Why the object takes no part in the run"), false},
    };
}

}

ObjectTableModel::ObjectTableModel(QObject* parent) : TableModel(objectColumns(), parent) {}

void ObjectTableModel::setDocument(const design::DocumentPtr& document)
{
    setTable(document ? std::make_shared<ObjectTable>(document) : nullptr);
}

}
