// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace berth::trace {

/// A list that one thread appends to while others read what was there when they got their view. Nothing is ever moved:
/// a view costs a pointer per chunk, and what is written later lies beside what it reads.
template <typename T, std::size_t chunkSize = 1024>
class GrowingList {
    using Chunk = std::array<T, chunkSize>;

public:
    /// The list as it was at one moment; for any thread, as long as it likes.
    class View {
    public:
        View() = default;
        std::size_t size() const { return size_; }
        bool empty() const { return size_ == 0; }
        const T& operator[](std::size_t index) const { return (*chunks_[index / chunkSize])[index % chunkSize]; }

    private:
        friend GrowingList;
        std::vector<std::shared_ptr<const Chunk>> chunks_;
        std::size_t size_ = 0;
    };

    GrowingList() = default;
    GrowingList(const GrowingList&) = delete;
    GrowingList& operator=(const GrowingList&) = delete;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T& operator[](std::size_t index) const { return (*chunks_[index / chunkSize])[index % chunkSize]; }
    const T& back() const { return (*this)[size_ - 1]; }

    void push_back(T item)
    {
        if (size_ % chunkSize == 0)
            chunks_.push_back(std::make_shared<Chunk>());
        (*chunks_.back())[size_ % chunkSize] = std::move(item);
        ++size_;
    }

    View view() const
    {
        View view;
        view.chunks_.assign(chunks_.begin(), chunks_.end());
        view.size_ = size_;
        return view;
    }

private:
    std::vector<std::shared_ptr<Chunk>> chunks_;
    std::size_t size_ = 0;
};

}
