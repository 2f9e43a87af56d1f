// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/item.h"

#include <functional>

namespace berth::design {

/// An immutable list of items that shares what stays with the lists it was made from: a change copies one piece and the list of
/// pieces, be there fifty thousand items.
class ItemList {
public:
    ItemList() = default;
    explicit ItemList(std::vector<ItemPtr> items);

    std::size_t size() const { return starts_.empty() ? 0 : starts_.back(); }
    const ItemPtr& operator[](std::size_t index) const;

    ItemList replaced(std::size_t index, ItemPtr item) const;
    ItemList inserted(std::size_t index, ItemPtr item) const;
    ItemList erased(std::size_t index) const;

    /// In order, until one returns false.
    void forEach(const std::function<bool(std::size_t, const ItemPtr&)>& visit) const;

private:
    using Piece = std::vector<ItemPtr>;
    static constexpr std::size_t most = 256;   ///< items of a piece

    std::size_t pieceOf(std::size_t index) const;
    ItemList with(std::size_t piece, Piece items) const;
    void count();

    std::vector<std::shared_ptr<const Piece>> pieces_;
    std::vector<std::size_t> starts_;          ///< behind each piece: how many items there are up to its end
};

}
