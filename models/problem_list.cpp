// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/problem_list.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

using Level = api::Problem::Severity;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::ProblemsModel", text);
}

QString levelName(Level level)
{
    return level == Level::Error ? tr("Error") : level == Level::Warning ? tr("Warning") : tr("Note");
}

class ProblemList final : public TableData {
public:
    explicit ProblemList(ProblemsPtr problems) : problems_(std::move(problems)) {}

    int rowCount() const override { return static_cast<int>(problems_->size()); }
    QString id(int row) const override { return QString::number(row); }

    QString text(int row, int column) const override
    {
        const api::Problem& problem = at(row);
        switch (column) {
        case ProblemsModel::Severity:
            return levelName(problem.severity);
        case ProblemsModel::Message:
            return toQString(problem.message);
        case ProblemsModel::Object:
            return toQString(problem.object) + (problem.path.empty() ? QString() : u"  " + toQString(problem.path));
        case ProblemsModel::File:
            return QFileInfo(toQString(problem.file)).fileName();
        case ProblemsModel::Line:
            return problem.position.line == 0
                ? QString()
                : u"%1:%2"_s.arg(problem.position.line).arg(problem.position.column);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        if (column == ProblemsModel::Severity)
            return {static_cast<double>(at(row).severity), {}};
        if (column == ProblemsModel::Line)
            return {static_cast<double>(at(row).position.line), {}};
        return {0, text(row, column)};
    }

    QString tooltip(int row, int) const override { return toQString(at(row).toString()); }

    RowState state(int row, int column) const override
    {
        if (column != ProblemsModel::Severity)
            return RowState::None;
        const Level level = at(row).severity;
        return level == Level::Error ? RowState::Bad : level == Level::Warning ? RowState::Warning : RowState::Muted;
    }

private:
    const api::Problem& at(int row) const { return (*problems_)[static_cast<std::size_t>(row)]; }

    ProblemsPtr problems_;
};

std::vector<TableColumn> problemColumns()
{
    return {
        {tr("Severity"), u"severity"_s, {}, false, ValueKind::Text, {u"level"_s}},
        {tr("Message"), u"message"_s, {}, false, ValueKind::Text, {u"reason"_s}},
        {tr("Object"), u"object"_s, tr("The object, and the field in it"), false},
        {tr("File"), u"file"_s, {}, false},
        {tr("Line"), u"line"_s, tr("Line and column"), true, ValueKind::Count},
    };
}

}

ProblemsModel::ProblemsModel(QObject* parent) : TableModel(problemColumns(), parent) {}

void ProblemsModel::setProblems(ProblemsPtr problems)
{
    setTable(problems ? std::make_shared<ProblemList>(std::move(problems)) : nullptr);
}

}
