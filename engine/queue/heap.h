// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace berth::queue {

/// The binary heap of the scheduler's queues, with an index by key. Which of two equal elements comes out first is
/// decided by these very steps, so they are not the standard library's (queue.md §2).
template <typename T>
class Heap {
public:
    using Less = std::function<bool(const T&, const T&)>;

    explicit Heap(Less less) : less_(std::move(less)) {}

    bool empty() const { return slots_.empty(); }
    std::size_t size() const { return slots_.size(); }
    const T& top() const { return slots_.front().value; }

    const T* find(const std::string& key) const
    {
        auto it = index_.find(key);
        return it == index_.end() ? nullptr : &slots_[it->second].value;
    }

    void addOrUpdate(const std::string& key, T value)
    {
        if (auto it = index_.find(key); it != index_.end()) {
            slots_[it->second].value = std::move(value);
            fix(it->second);
            return;
        }
        index_[key] = slots_.size();
        slots_.push_back({key, std::move(value)});
        up(slots_.size() - 1);
    }

    T pop()
    {
        const auto last = slots_.size() - 1;
        swap(0, last);
        down(0, last);
        return takeLast();
    }

    bool remove(const std::string& key)
    {
        auto it = index_.find(key);
        if (it == index_.end())
            return false;
        const auto i = it->second;
        const auto last = slots_.size() - 1;
        if (i != last) {
            swap(i, last);
            if (!down(i, last))
                up(i);
        }
        takeLast();
        return true;
    }

    template <typename Predicate>
    bool allOf(Predicate holds) const
    {
        return std::ranges::all_of(slots_, [&holds](const Slot& slot) { return holds(slot.value); });
    }

    /// In no particular order.
    std::vector<T> values() const
    {
        std::vector<T> all;
        all.reserve(slots_.size());
        for (const auto& slot : slots_)
            all.push_back(slot.value);
        return all;
    }

private:
    struct Slot {
        std::string key;
        T value;
    };

    void swap(std::size_t a, std::size_t b)
    {
        if (a == b)
            return;
        std::swap(slots_[a], slots_[b]);
        index_[slots_[a].key] = a;
        index_[slots_[b].key] = b;
    }

    void up(std::size_t j)
    {
        while (j > 0) {
            const auto parent = (j - 1) / 2;
            if (!less_(slots_[j].value, slots_[parent].value))
                return;
            swap(j, parent);
            j = parent;
        }
    }

    bool down(std::size_t start, std::size_t size)
    {
        auto i = start;
        for (;;) {
            auto child = 2 * i + 1;
            if (child >= size)
                break;
            if (child + 1 < size && less_(slots_[child + 1].value, slots_[child].value))
                ++child;
            if (!less_(slots_[child].value, slots_[i].value))
                break;
            swap(i, child);
            i = child;
        }
        return i > start;
    }

    void fix(std::size_t i)
    {
        if (!down(i, slots_.size()))
            up(i);
    }

    T takeLast()
    {
        T value = std::move(slots_.back().value);
        index_.erase(slots_.back().key);
        slots_.pop_back();
        return value;
    }

    Less less_;
    std::vector<Slot> slots_;
    std::unordered_map<std::string, std::size_t> index_;
};

}
