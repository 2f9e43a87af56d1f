// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/symbol.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace berth::api {
namespace {

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const noexcept { return std::hash<std::string_view>{}(s); }
};

/// The nodes of an unordered_set never move, so a pointer to a text stays good for ever.
class Table {
public:
    const std::string* intern(std::string_view text)
    {
        {
            std::shared_lock lock(mutex_);
            if (auto it = texts_.find(text); it != texts_.end())
                return &*it;
        }
        std::unique_lock lock(mutex_);
        return &*texts_.emplace(text).first;
    }

private:
    std::shared_mutex mutex_;
    std::unordered_set<std::string, TextHash, std::equal_to<>> texts_;
};

Table& table()
{
    static auto* instance = new Table; // never destroyed: symbols may outlive every other static
    return *instance;
}

const std::string* emptyText()
{
    static const std::string* text = table().intern({});
    return text;
}

}

Symbol::Symbol() noexcept : text_(emptyText()) {}

Symbol::Symbol(std::string_view text) : text_(table().intern(text)) {}

}
