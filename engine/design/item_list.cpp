// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/item_list.h"

#include <algorithm>

namespace berth::design {

ItemList::ItemList(std::vector<ItemPtr> items)
{
    for (std::size_t i = 0; i < items.size(); i += most / 2) {
        const auto first = items.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = items.begin() + static_cast<std::ptrdiff_t>(std::min(i + most / 2, items.size()));
        pieces_.push_back(std::make_shared<const Piece>(std::make_move_iterator(first), std::make_move_iterator(last)));
    }
    count();
}

void ItemList::count()
{
    starts_.clear();
    std::size_t sum = 0;
    for (const auto& piece : pieces_)
        starts_.push_back(sum += piece->size());
}

/// The last piece where the index is the size.
std::size_t ItemList::pieceOf(std::size_t index) const
{
    const auto at = std::upper_bound(starts_.begin(), starts_.end(), index);
    return std::min(static_cast<std::size_t>(at - starts_.begin()), starts_.size() - 1);
}

const ItemPtr& ItemList::operator[](std::size_t index) const
{
    const std::size_t piece = pieceOf(index);
    return (*pieces_[piece])[index - (piece == 0 ? 0 : starts_[piece - 1])];
}

ItemList ItemList::with(std::size_t piece, Piece items) const
{
    ItemList list;
    list.pieces_ = pieces_;
    const auto place = list.pieces_.begin() + static_cast<std::ptrdiff_t>(piece);
    if (items.empty()) {
        list.pieces_.erase(place);
    } else if (items.size() > most) {
        const auto middle = items.begin() + most / 2;
        auto second = std::make_shared<const Piece>(middle, items.end());
        items.erase(middle, items.end());
        *place = std::make_shared<const Piece>(std::move(items));
        list.pieces_.insert(place + 1, std::move(second));
    } else {
        *place = std::make_shared<const Piece>(std::move(items));
    }
    list.count();
    return list;
}

ItemList ItemList::replaced(std::size_t index, ItemPtr item) const
{
    const std::size_t piece = pieceOf(index);
    Piece items = *pieces_[piece];
    items[index - (piece == 0 ? 0 : starts_[piece - 1])] = std::move(item);
    return with(piece, std::move(items));
}

ItemList ItemList::inserted(std::size_t index, ItemPtr item) const
{
    if (pieces_.empty())
        return ItemList(std::vector<ItemPtr>{std::move(item)});
    const std::size_t piece = pieceOf(index);
    Piece items = *pieces_[piece];
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(index - (piece == 0 ? 0 : starts_[piece - 1])), std::move(item));
    return with(piece, std::move(items));
}

ItemList ItemList::erased(std::size_t index) const
{
    const std::size_t piece = pieceOf(index);
    Piece items = *pieces_[piece];
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(index - (piece == 0 ? 0 : starts_[piece - 1])));
    return with(piece, std::move(items));
}

void ItemList::forEach(const std::function<bool(std::size_t, const ItemPtr&)>& visit) const
{
    std::size_t index = 0;
    for (const auto& piece : pieces_)
        for (const ItemPtr& item : *piece)
            if (!visit(index++, item))
                return;
}

}
