// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace berth::models {

/// A list that only grows, as a value: copies share all full chunks, so that handing a long one to another thread twenty
/// times a second costs as much as what was added. Only its owner appends; copies never see it.
template <typename T>
class ChunkedLog {
public:
    static constexpr std::size_t chunkSize = 1024;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T& operator[](std::size_t index) const { return (*chunks_[index / chunkSize])[index % chunkSize]; }

    /// The last chunk is copied if it is not full, everything before it shared.
    void append(const std::vector<T>& added)
    {
        for (std::size_t done = 0; done < added.size();) {
            const bool open = size_ % chunkSize != 0;
            auto chunk = open ? std::make_shared<std::vector<T>>(*chunks_.back()) : std::make_shared<std::vector<T>>();
            const std::size_t take = std::min(chunkSize - chunk->size(), added.size() - done);
            const auto from = added.begin() + static_cast<std::ptrdiff_t>(done);
            chunk->insert(chunk->end(), from, from + static_cast<std::ptrdiff_t>(take));
            if (open)
                chunks_.back() = std::move(chunk);
            else
                chunks_.push_back(std::move(chunk));
            done += take;
            size_ += take;
        }
    }

    /// The list as it was when it had no more than so many: shares everything, is an earlier state of this one, and is not
    /// to be appended to.
    ChunkedLog first(std::size_t count) const
    {
        ChunkedLog earlier = *this;
        earlier.size_ = std::min(count, size_);
        earlier.chunks_.resize((earlier.size_ + chunkSize - 1) / chunkSize);
        return earlier;
    }

    /// Whether the other is an earlier state of this very list.
    bool continues(const ChunkedLog& earlier) const { return list_ == earlier.list_ && earlier.size_ <= size_; }

private:
    std::vector<std::shared_ptr<const std::vector<T>>> chunks_;
    std::size_t size_ = 0;
    std::shared_ptr<const char> list_ = std::make_shared<char>();   ///< copies share it; two lists never do
};

}
