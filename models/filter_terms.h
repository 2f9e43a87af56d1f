// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace berth::models {

/// What a filter line asks for; all terms must hold. `web` = some column contains it, `node=n12` = the column or label
/// named node is exactly that, `message~cpu` = it contains that. Case never matters. A text in double quotes may hold spaces.
class FilterTerms {
public:
    static FilterTerms parse(QStringView line);

    bool isEmpty() const { return terms_.empty(); }
    /// anywhere: does some column contain the text (given in lower case); attribute: the text of a column or label.
    bool matches(const std::function<bool(const QString&)>& anywhere,
                 const std::function<std::optional<QString>(const QString&)>& attribute) const;

private:
    struct Term {
        enum class Kind { Anywhere, Equals, Contains };
        Kind kind = Kind::Anywhere;
        QString key;
        QString text;
    };
    static Term parseTerm(const QString& word);

    std::vector<Term> terms_;
};

}
