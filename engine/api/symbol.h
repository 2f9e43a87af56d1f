// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <compare>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>

namespace berth::api {

/// A string that is stored once for the whole process (label keys and values, namespaces, resource
/// and plugin names). Copying is copying a pointer, equality is pointer equality; the order is the
/// bytewise order of the texts, so that sorted containers look the same in every run.
/// Interned texts live as long as the process. Thread-safe.
class Symbol {
public:
    Symbol() noexcept;
    explicit Symbol(std::string_view text);

    const std::string& str() const noexcept { return *text_; }
    std::string_view view() const noexcept { return *text_; }
    bool empty() const noexcept { return text_->empty(); }
    const void* identity() const noexcept { return text_; }

    friend bool operator==(Symbol a, Symbol b) noexcept { return a.text_ == b.text_; }
    friend std::strong_ordering operator<=>(Symbol a, Symbol b) noexcept
    {
        return a.text_ == b.text_ ? std::strong_ordering::equal : *a.text_ <=> *b.text_;
    }
    template <typename T>
        requires(std::convertible_to<const T&, std::string_view> && !std::same_as<T, Symbol>)
    friend bool operator==(Symbol a, const T& b) noexcept
    {
        return a.view() == std::string_view(b);
    }

private:
    const std::string* text_;
};

}

template <>
struct std::hash<berth::api::Symbol> {
    std::size_t operator()(berth::api::Symbol s) const noexcept { return std::hash<const void*>{}(s.identity()); }
};
