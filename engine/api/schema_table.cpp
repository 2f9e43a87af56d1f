// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/schema_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace berth::api::schema {
namespace {

struct NameRow {
    std::string_view name;
    std::uint16_t type;
};

struct KindRow {
    std::string_view apiVersion;
    std::string_view kind;
    std::uint16_t type;
};

#include "api/schema/go_types.inc"

const KindRow* findKindRow(std::string_view apiVersion, std::string_view kind)
{
    const auto wanted = std::pair(apiVersion, kind);
    const auto keyOf = [](const KindRow& row) { return std::pair(row.apiVersion, row.kind); };
    const auto row = std::ranges::lower_bound(kindRows, wanted, {}, keyOf);
    return row != std::end(kindRows) && keyOf(*row) == wanted ? row : nullptr;
}

}

const TypeRow& typeAt(std::uint16_t index)
{
    return typeRows[index];
}

const FieldRow* findField(const TypeRow& type, std::string_view name)
{
    const FieldRow* first = fieldRows + type.firstField;
    const FieldRow* last = first + type.fieldCount;
    const FieldRow* row = std::ranges::lower_bound(first, last, name, {}, &FieldRow::name);
    return row != last && row->name == name ? row : nullptr;
}

std::span<const FieldRow> fieldsOf(const TypeRow& type)
{
    return {fieldRows + type.firstField, type.fieldCount};
}

const TypeRow* findType(std::string_view name)
{
    const auto row = std::ranges::lower_bound(nameRows, name, {}, &NameRow::name);
    return row != std::end(nameRows) && row->name == name ? &typeRows[row->type] : nullptr;
}

const TypeRow* findKind(std::string_view apiVersion, std::string_view kind)
{
    const KindRow* row = findKindRow(apiVersion, kind);
    return row ? &typeRows[row->type] : nullptr;
}

std::string_view nameOfKind(std::string_view apiVersion, std::string_view kind)
{
    const KindRow* row = findKindRow(apiVersion, kind);
    if (!row)
        return {};
    const auto name = std::ranges::find(nameRows, row->type, &NameRow::type);
    return name != std::end(nameRows) ? name->name : std::string_view{};
}

}
