// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace berth::api::schema {

/// What Kubernetes' decoder knows about a Go type (see tools/schema).
enum class TypeKind : std::uint8_t {
    Struct, Pointer, Slice, Map, Bytes, String, Bool, Int, Uint, Float, Any, Refused,
    Quantity, Time, MicroTime, Duration, IntOrString, Raw   ///< types with an UnmarshalJSON of their own
};

struct FieldRow {
    std::string_view name;
    std::uint16_t type;
    std::string_view embedded = {};   ///< names of the embedded structs on the way, joined by dots
};

struct TypeRow {
    TypeKind kind;
    std::string_view name;            ///< as error texts quote it, `[]v1.Container`
    std::uint16_t element;            ///< Pointer, Slice, Map, Bytes: the type within; numbers: their bits
    std::uint16_t firstField;
    std::uint16_t fieldCount;

    /// The bare name of a struct, `PodSpec`.
    std::string_view structName() const { return name.substr(name.rfind('.') + 1); }
};

const TypeRow& typeAt(std::uint16_t index);

/// A struct's field by its JSON name (case counts), or nullptr.
const FieldRow* findField(const TypeRow& type, std::string_view name);

/// A struct's fields by name.
std::span<const FieldRow> fieldsOf(const TypeRow& type);

/// A struct by the last two parts of its package and its name, `core/v1.Pod`; nullptr if there is none.
const TypeRow* findType(std::string_view name);

/// The type of a registered kind (`apps/v1`, `Deployment`), or nullptr.
const TypeRow* findKind(std::string_view apiVersion, std::string_view kind);

/// Its name as findType takes it, or empty.
std::string_view nameOfKind(std::string_view apiVersion, std::string_view kind);

}
