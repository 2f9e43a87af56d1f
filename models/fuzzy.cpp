// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fuzzy.h"

#include <QString>

#include <algorithm>
#include <vector>

namespace berth::models {

namespace {

constexpr int hit = 10;
constexpr int together = 25; // more than wordBegins: letters side by side beat initials
constexpr int wordBegins = 20;
constexpr int textBegins = 15;
constexpr int unfit = -1'000'000;

bool beginsWord(QStringView text, qsizetype at)
{
    if (at == 0)
        return true;
    const QChar before = text[at - 1];
    const QChar here = text[at];
    return !before.isLetterOrNumber() || (before.isLower() && here.isUpper()) || (before.isLetter() && here.isDigit());
}

int worth(QStringView text, qsizetype at)
{
    return hit + (beginsWord(text, at) ? wordBegins : 0) + (at == 0 ? textBegins : 0);
}

bool containsInOrder(const QString& letters, QStringView text)
{
    qsizetype next = 0;
    for (qsizetype i = 0; i < text.size() && next < letters.size(); ++i)
        if (text[i].toLower() == letters[next])
            ++next;
    return next == letters.size();
}

}

std::optional<int> fuzzyScore(QStringView needle, QStringView text)
{
    QString letters;
    for (const QChar c : needle)
        if (!c.isSpace())
            letters += c.toLower();
    if (letters.isEmpty())
        return 0;
    if (!containsInOrder(letters, text))
        return {};
    // best[i]: of all ways to place the letters so far with the last one at i.
    const auto length = static_cast<std::size_t>(text.size());
    std::vector<int> best(length, unfit);
    for (qsizetype n = 0; n < letters.size(); ++n) {
        std::vector<int> next(length, unfit);
        int before = n == 0 ? 0 : unfit;
        for (std::size_t i = 0; i < length; ++i) {
            const auto at = static_cast<qsizetype>(i);
            if (text[at].toLower() == letters[n]) {
                const int apart = before == unfit ? unfit : before + worth(text, at);
                const int joined = n > 0 && i > 0 && best[i - 1] != unfit ? best[i - 1] + worth(text, at) + together : unfit;
                next[i] = std::max(apart, joined);
            }
            if (n > 0)
                before = std::max(before, best[i]);
        }
        best = std::move(next);
    }
    return *std::max_element(best.begin(), best.end()) - static_cast<int>(std::min<qsizetype>(text.size(), 60));
}

}
