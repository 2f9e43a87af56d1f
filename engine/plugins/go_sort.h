// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

/// Go's sort.Slice. It is not stable beyond twelve elements, but always the same, and so decides which of equally
/// important pods is evicted. Rule: sort.md.
namespace berth::plugins {

/// Both are given slots of the list as it is at the moment.
struct SlotOperations {
    std::function<bool(std::size_t, std::size_t)> less;
    std::function<void(std::size_t, std::size_t)> exchange;
};

/// The same calls in the same order as Go makes them: less may contradict itself.
void goSortSlots(std::size_t size, const SlotOperations& operations);

template <typename T, typename Less>
void goSort(std::vector<T>& list, Less less)
{
    goSortSlots(list.size(), {[&](std::size_t x, std::size_t y) { return less(list[x], list[y]); },
                              [&](std::size_t x, std::size_t y) { std::swap(list[x], list[y]); }});
}

}
