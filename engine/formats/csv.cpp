// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/csv.h"

#include <algorithm>

namespace berth::formats {
namespace {

class CsvReader {
public:
    CsvReader(std::string_view text, const std::string& file) : text_(text), file_(file)
    {
        if (text_.starts_with("\xEF\xBB\xBF"))
            text_.remove_prefix(3);
    }

    CsvTable read()
    {
        CsvTable table;
        while (at_ < text_.size()) {
            auto row = readRow();
            if (row.size() == 1 && row[0].text.empty())
                continue;
            if (table.header.empty())
                for (const auto& cell : row)
                    table.header.push_back(cell.text);
            else if (row.size() == table.header.size())
                table.rows.push_back(std::move(row));
            else
                complain(row[0].position, "the row has " + std::to_string(row.size()) + " cells, the header has "
                                              + std::to_string(table.header.size()));
        }
        table.problems = std::move(problems_);
        return table;
    }

private:
    CsvRow readRow()
    {
        CsvRow row;
        do
            row.push_back(readCell());
        while (take(','));
        if (take('\r'))
            take('\n');
        else
            take('\n');
        return row;
    }

    CsvCell readCell()
    {
        CsvCell cell{{}, {line_, column_}};
        if (take('"') && !readQuoted(cell))
            complain(cell.position, "a quote that never ends");
        while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\r' && text_[at_] != '\n')
            cell.text += next();
        return cell;
    }

    /// Up to the quote that ends the cell; false if there is none.
    bool readQuoted(CsvCell& cell)
    {
        while (at_ < text_.size()) {
            if (!take('"'))
                cell.text += next();
            else if (take('"'))
                cell.text += '"';
            else
                return true;
        }
        return false;
    }

    bool take(char expected)
    {
        if (at_ >= text_.size() || text_[at_] != expected)
            return false;
        next();
        return true;
    }

    char next()
    {
        const char c = text_[at_++];
        const bool endsLine = c == '\n' || (c == '\r' && (at_ == text_.size() || text_[at_] != '\n'));
        line_ += endsLine ? 1 : 0;
        column_ = endsLine ? 1 : column_ + 1;
        return c;
    }

    void complain(api::Position position, std::string message)
    {
        problems_.push_back({api::Problem::Severity::Error, std::move(message), file_, position, {}, {}});
    }

    std::string_view text_;
    const std::string& file_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    std::uint32_t column_ = 1;
    api::Problems problems_;
};

}

std::optional<std::size_t> CsvTable::column(std::string_view name) const
{
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.begin()));
}

CsvTable readCsv(std::string_view text, const std::string& file) { return CsvReader(text, file).read(); }

}
