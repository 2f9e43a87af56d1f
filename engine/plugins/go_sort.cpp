// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/go_sort.h"

#include <bit>
#include <cstdint>

namespace berth::plugins {
namespace {

using Slot = std::size_t;

/// What the samples for the pivot say about the order of a range.
enum class Hint { None, Rising, Falling };

struct Pivot {
    Slot slot;
    Hint hint;
};

struct Partition {
    Slot middle;
    bool untouched;          ///< nothing had to change sides
};

/// Ranges are [from, to). Parameters are named by their place in the list, never by their element: exchanges move
/// elements, and what is compared is what lies in a slot now.
class SlotSorter {
public:
    explicit SlotSorter(const SlotOperations& operations) : less_(operations.less), exchange_(operations.exchange) {}

    void sort(Slot from, Slot to, int budget);

private:
    void insertionSort(Slot from, Slot to);
    void heapSort(Slot from, Slot to);
    void sift(Slot base, Slot root, Slot size);
    void scatter(Slot from, Slot to);
    void reverse(Slot from, Slot to);
    Pivot choosePivot(Slot from, Slot to);
    Slot median(Slot u, Slot v, Slot w, int& swaps);
    bool finishNearlySorted(Slot from, Slot to);
    Partition partition(Slot from, Slot to, Slot pivot);
    Slot splitOffEqual(Slot from, Slot to, Slot pivot);

    const std::function<bool(Slot, Slot)>& less_;
    const std::function<void(Slot, Slot)>& exchange_;
};

constexpr Slot shortRange = 12;      ///< up to here insertion sort
constexpr Slot longRange = 50;       ///< from here more samples, and more patience with nearly sorted ranges

void SlotSorter::sort(Slot from, Slot to, int budget)
{
    bool balanced = true;
    bool ordered = true;
    for (;;) {
        const Slot size = to - from;
        if (size <= shortRange)
            return insertionSort(from, to);
        if (budget == 0)
            return heapSort(from, to);
        if (!balanced) {
            scatter(from, to);
            --budget;
        }
        auto [pivot, hint] = choosePivot(from, to);
        if (hint == Hint::Falling) {
            reverse(from, to);
            pivot = from + to - 1 - pivot;
            hint = Hint::Rising;
        }
        if (balanced && ordered && hint == Hint::Rising && finishNearlySorted(from, to))
            return;
        if (from > 0 && !less_(from - 1, pivot)) {
            from = splitOffEqual(from, to, pivot);
            continue;
        }
        const auto [middle, untouched] = partition(from, to, pivot);
        ordered = untouched;
        // The longer part is gone on with here, so that the calls nest only as deep as the list halves.
        const Slot left = middle - from;
        const Slot right = to - middle;
        if (left < right) {
            balanced = left >= size / 8;
            sort(from, middle, budget);
            from = middle + 1;
        } else {
            balanced = right >= size / 8;
            sort(middle + 1, to, budget);
            to = middle;
        }
    }
}

void SlotSorter::insertionSort(Slot from, Slot to)
{
    for (Slot next = from + 1; next < to; ++next)
        for (Slot x = next; x > from && less_(x, x - 1); --x)
            exchange_(x, x - 1);
}

void SlotSorter::heapSort(Slot from, Slot to)
{
    const Slot size = to - from;
    for (Slot x = (size - 1) / 2 + 1; x-- > 0;)
        sift(from, x, size);
    for (Slot end = size; end-- > 0;) {
        exchange_(from, from + end);
        sift(from, 0, end);
    }
}

void SlotSorter::sift(Slot base, Slot root, Slot size)
{
    for (;;) {
        Slot child = 2 * root + 1;
        if (child >= size)
            return;
        if (child + 1 < size && less_(base + child, base + child + 1))
            ++child;
        if (!less_(base + root, base + child))
            return;
        exchange_(base + root, base + child);
        root = child;
    }
}

/// Breaks patterns that make for bad pivots, with numbers drawn from the size alone.
void SlotSorter::scatter(Slot from, Slot to)
{
    const std::uint64_t size = to - from;
    std::uint64_t drawn = size;
    const std::uint64_t mask = (std::uint64_t{1} << std::bit_width(size)) - 1;
    const Slot centre = from + 2 * (size / 4);
    for (Slot slot = centre - 1; slot <= centre + 1; ++slot) {
        drawn ^= drawn << 13;
        drawn ^= drawn >> 7;
        drawn ^= drawn << 17;
        std::uint64_t other = drawn & mask;
        if (other >= size)
            other -= size;
        exchange_(slot, from + other);
    }
}

void SlotSorter::reverse(Slot from, Slot to)
{
    for (Slot x = from, y = to - 1; x < y; ++x, --y)
        exchange_(x, y);
}

Pivot SlotSorter::choosePivot(Slot from, Slot to)
{
    constexpr int allSwapped = 12;   // four medians of three comparisons
    const Slot quarter = (to - from) / 4;
    Slot i = from + quarter;
    Slot j = from + 2 * quarter;
    Slot k = from + 3 * quarter;
    int swaps = 0;
    if (to - from >= longRange)
        for (Slot* sample : {&i, &j, &k})
            *sample = median(*sample - 1, *sample, *sample + 1, swaps);
    const Slot slot = median(i, j, k, swaps);
    return {slot, swaps == 0 ? Hint::Rising : swaps == allSwapped ? Hint::Falling : Hint::None};
}

Slot SlotSorter::median(Slot u, Slot v, Slot w, int& swaps)
{
    auto order = [&](Slot& first, Slot& second) {
        if (!less_(second, first))
            return;
        std::swap(first, second);
        ++swaps;
    };
    order(u, v);
    order(v, w);
    order(u, v);
    return v;
}

/// True if the range is sorted now. A few elements out of place are put right; whatever was moved stays moved.
bool SlotSorter::finishNearlySorted(Slot from, Slot to)
{
    constexpr int passes = 5;
    Slot t = from + 1;
    for (int pass = 0; pass < passes; ++pass) {
        while (t < to && !less_(t, t - 1))
            ++t;
        if (t == to)
            return true;
        if (to - from < longRange)
            return false;
        exchange_(t, t - 1);
        if (t - from >= 2)
            for (Slot x = t - 1; x >= 1 && less_(x, x - 1); --x)
                exchange_(x, x - 1);
        if (to - t >= 2)
            for (Slot x = t + 1; x < to && less_(x, x - 1); ++x)
                exchange_(x, x - 1);
    }
    return false;
}

/// Less than the pivot | pivot | the rest.
Partition SlotSorter::partition(Slot from, Slot to, Slot pivot)
{
    exchange_(from, pivot);
    Slot l = from + 1;
    Slot r = to - 1;
    for (bool untouched = true;; untouched = false) {
        while (l <= r && less_(l, from))
            ++l;
        while (l <= r && !less_(r, from))
            --r;
        if (l > r) {
            exchange_(r, from);
            return {r, untouched};
        }
        exchange_(l++, r--);
    }
}

/// Equal to the pivot | greater, where nothing in the range is less. The answer is where the greater ones begin.
Slot SlotSorter::splitOffEqual(Slot from, Slot to, Slot pivot)
{
    exchange_(from, pivot);
    Slot l = from + 1;
    Slot r = to - 1;
    for (;;) {
        while (l <= r && !less_(from, l))
            ++l;
        while (l <= r && less_(from, r))
            --r;
        if (l > r)
            return l;
        exchange_(l++, r--);
    }
}

}

void goSortSlots(std::size_t size, const SlotOperations& operations)
{
    SlotSorter(operations).sort(0, size, std::bit_width(size));
}

}
