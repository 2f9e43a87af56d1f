// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/selection.h"

namespace berth::scheduler {

SortedNodeScores::SortedNodeScores(const std::vector<framework::NodePluginScores>& nodes)
{
    heap_.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        heap_.push_back({nodes[i].total, nodes[i].randomizer, i});
    for (auto i = heap_.size() / 2; i-- > 0;)
        sink(i, heap_.size());
}

void SortedNodeScores::sink(std::size_t i, std::size_t size)
{
    for (;;) {
        auto child = 2 * i + 1;
        if (child >= size)
            return;
        if (child + 1 < size && less(heap_[child + 1], heap_[child]))
            ++child;
        if (!less(heap_[child], heap_[i]))
            return;
        std::swap(heap_[i], heap_[child]);
        i = child;
    }
}

void SortedNodeScores::pop()
{
    std::swap(heap_.front(), heap_.back());
    sink(0, heap_.size() - 1);
    heap_.pop_back();
}

std::vector<std::size_t> SortedNodeScores::remaining() const
{
    std::vector<std::size_t> positions;
    for (const auto& item : heap_)
        positions.push_back(item.position);
    return positions;
}

}
