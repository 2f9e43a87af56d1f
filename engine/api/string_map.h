// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/symbol.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace berth::api {

/// A small map from symbol to T, kept sorted by key (bytewise). Labels, resource lists, selectors.
/// Lookups by Symbol compare pointers; lookups by text compare texts. No allocation while empty.
template <typename T>
class SymbolMap {
public:
    using Entry = std::pair<Symbol, T>;

    SymbolMap() = default;
    SymbolMap(std::initializer_list<Entry> entries)
    {
        for (const auto& [key, value] : entries)
            set(key, value);
    }

    bool empty() const noexcept { return entries_.empty(); }
    std::size_t size() const noexcept { return entries_.size(); }
    auto begin() const noexcept { return entries_.begin(); }
    auto end() const noexcept { return entries_.end(); }
    auto begin() noexcept { return entries_.begin(); }
    auto end() noexcept { return entries_.end(); }

    /// The value of a key, or nullptr. The pointer is good until the map changes.
    const T* find(Symbol key) const noexcept
    {
        for (const auto& entry : entries_)
            if (entry.first == key)
                return &entry.second;
        return nullptr;
    }
    T* find(Symbol key) noexcept { return const_cast<T*>(std::as_const(*this).find(key)); }
    const T* find(std::string_view key) const noexcept
    {
        for (const auto& entry : entries_)
            if (entry.first.view() == key)
                return &entry.second;
        return nullptr;
    }
    bool contains(Symbol key) const noexcept { return find(key) != nullptr; }
    bool contains(std::string_view key) const noexcept { return find(key) != nullptr; }

    /// Inserts or replaces.
    void set(Symbol key, T value) { (*this)[key] = std::move(value); }
    T& operator[](Symbol key)
    {
        auto it = std::lower_bound(entries_.begin(), entries_.end(), key,
                                   [](const Entry& entry, Symbol k) { return entry.first < k; });
        if (it == entries_.end() || !(it->first == key))
            it = entries_.insert(it, Entry{key, T{}});
        return it->second;
    }
    bool erase(Symbol key)
    {
        return std::erase_if(entries_, [key](const Entry& entry) { return entry.first == key; }) > 0;
    }

    friend bool operator==(const SymbolMap&, const SymbolMap&) = default;

private:
    std::vector<Entry> entries_;
};

using StringMap = SymbolMap<Symbol>;

}
