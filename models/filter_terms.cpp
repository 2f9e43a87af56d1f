// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter_terms.h"

namespace berth::models {

FilterTerms::Term FilterTerms::parseTerm(const QString& word)
{
    for (qsizetype i = 1; i < word.size(); ++i)
        if (word[i] == u'=' || word[i] == u'~')
            return {word[i] == u'=' ? Term::Kind::Equals : Term::Kind::Contains, word.left(i), word.mid(i + 1)};
    return {Term::Kind::Anywhere, {}, word.toLower()};
}

FilterTerms FilterTerms::parse(QStringView line)
{
    FilterTerms result;
    QString word;
    bool quoted = false;
    const auto finish = [&] {
        if (!word.isEmpty())
            result.terms_.push_back(parseTerm(word));
        word.clear();
    };
    for (const QChar c : line) {
        if (c == u'"')
            quoted = !quoted;
        else if (c.isSpace() && !quoted)
            finish();
        else
            word += c;
    }
    finish();
    return result;
}

bool FilterTerms::matches(const std::function<bool(const QString&)>& anywhere,
                          const std::function<std::optional<QString>(const QString&)>& attribute) const
{
    for (const Term& term : terms_) {
        if (term.kind == Term::Kind::Anywhere) {
            if (!anywhere(term.text))
                return false;
            continue;
        }
        const std::optional<QString> value = attribute(term.key);
        if (!value)
            return false;
        const bool holds = term.kind == Term::Kind::Equals ? value->compare(term.text, Qt::CaseInsensitive) == 0
                                                           : value->contains(term.text, Qt::CaseInsensitive);
        if (!holds)
            return false;
    }
    return true;
}

}
