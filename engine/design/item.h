// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::design {

/// A document of a file that holds objects in a list (a List, a scenario), as it was written: what changes is written back into it,
/// and all else of it stays.
struct Origin {
    std::string text;
    std::size_t count = 0;                 ///< of objects
    std::string before;                    ///< what stood between the document before and this one
    std::vector<std::uint32_t> lines;      ///< of text, before each object
    bool isScenario = false;
};

/// One object of what the user builds: its text is the truth, everything else follows from it. Immutable; an edit makes
/// another item of the same id. (A text may turn out to hold several objects, or none: then it can be edited as text alone.)
class Item {
public:
    using Id = std::uint64_t;

    Item(Id id, std::size_t file, std::string text);
    Item(Id id, std::size_t file, std::string text, std::string before, std::shared_ptr<const Origin> origin, std::size_t part, bool isChanged = false);
    /// The same object with another text.
    Item(const Item& item, std::string text);

    Id id() const { return id_; }
    /// Index into Document::files.
    std::size_t file() const { return file_; }
    const std::string& text() const { return text_; }
    /// What stands between the document before and this one, as read; empty for what never was in a file.
    const std::string& before() const { return before_; }
    const std::shared_ptr<const Origin>& origin() const { return origin_; }
    /// Which of the origin's objects this is.
    std::size_t part() const { return part_; }
    /// Whether the text is another than the origin's.
    bool isChanged() const { return isChanged_; }

    /// What the text decodes to, positions relative to the text.
    const std::vector<api::DecodedDocument>& documents() const { return documents_; }
    /// The one object of the text; null if it has none, or several.
    const api::Object* object() const { return documents_.size() == 1 ? documents_.front().object.get() : nullptr; }
    /// Nothing but comments.
    bool isBlank() const { return documents_.empty(); }
    bool hasErrors() const;

    /// As far as the text says so, however wrong the rest of it is; `default` where a namespaced kind names none.
    const std::string& kind() const { return kind_; }
    const std::string& namespace_() const { return space_; }
    const std::string& name() const { return name_; }
    /// `namespace/name`, or the name alone.
    std::string key() const { return space_.empty() ? name_ : space_ + "/" + name_; }
    std::string label() const { return kind_ + " " + key(); }

private:
    void read();

    Id id_;
    std::size_t file_;
    std::string text_;
    std::string before_;
    std::shared_ptr<const Origin> origin_;
    std::size_t part_ = 0;
    bool isChanged_ = false;
    std::vector<api::DecodedDocument> documents_;
    std::string kind_;
    std::string space_;
    std::string name_;
};

using ItemPtr = std::shared_ptr<const Item>;

/// Everything that is wrong with the text: what strict decoding says and, if that is content, what the API server's
/// validation would. Positions are those in the text.
api::Problems problemsOf(const Item& item);

}
