// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/quantity.h"
#include "models/query.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Query", text);
}

/// `1h30m`, `300ms`, `2.5s`, `3d`, `90`: sums of numbers with units, a lone number in seconds.
std::optional<double> parseDuration(QStringView text)
{
    static constexpr struct {
        QStringView unit;
        double nanoseconds;
    } units[] = {{u"ns", 1}, {u"us", 1e3}, {u"µs", 1e3}, {u"ms", 1e6}, {u"s", 1e9}, {u"m", 60e9}, {u"h", 3600e9}, {u"d", 86400e9}};
    bool plain = false;
    const double seconds = text.toDouble(&plain);
    if (plain)
        return seconds * 1e9;
    double sum = 0;
    while (!text.isEmpty()) {
        qsizetype digits = 0;
        while (digits < text.size() && (text[digits].isDigit() || text[digits] == u'.'))
            ++digits;
        qsizetype letters = digits;
        while (letters < text.size() && text[letters].isLetter())
            ++letters;
        bool ok = false;
        const double number = text.left(digits).toDouble(&ok);
        const QStringView unit = text.mid(digits, letters - digits);
        const auto* found = std::find_if(std::begin(units), std::end(units), [unit](const auto& u) { return u.unit == unit; });
        if (!ok || found == std::end(units))
            return {};
        sum += number * found->nanoseconds;
        text = text.mid(letters);
    }
    return sum;
}

bool isLabelKey(QStringView key)
{
    return !key.isEmpty() && std::all_of(key.begin(), key.end(), [](QChar c) {
        return c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_' || c == u'/';
    });
}

QString expected(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Cpu:
        return tr("%1 is not an amount of cpu such as 500m or 2");
    case ValueKind::Bytes:
        return tr("%1 is not an amount of bytes such as 512Mi or 2Gi");
    case ValueKind::Duration:
        return tr("%1 is not a duration such as 300ms, 5m or 1h30m");
    default:
        return tr("%1 is not a number");
    }
}

bool isOrder(Query::Operator op)
{
    return op >= Query::Operator::Less;
}

}

std::optional<double> parseValue(QStringView text, ValueKind kind)
{
    const QString trimmed = text.toString().remove(QChar(0x2009)).trimmed();
    if (trimmed.isEmpty() || kind == ValueKind::Text)
        return {};
    if (kind == ValueKind::Duration)
        return parseDuration(trimmed);
    const auto quantity = api::Quantity::parse(trimmed.toStdString());
    if (!quantity)
        return {};
    // Thousandths of bytes and counts would overflow; whole cores would lose thousandths.
    if (kind == ValueKind::Cpu)
        return static_cast<double>(quantity->milliValue());
    bool plain = false;
    const double exact = trimmed.toDouble(&plain);
    return plain ? exact : static_cast<double>(quantity->value());
}

/// Reads a line from left to right, one term at a time.
class QueryParser {
public:
    QueryParser(QStringView line, const std::vector<QueryField>& fields, bool labels)
        : line_(line), fields_(fields), labels_(labels)
    {
    }

    Query parse()
    {
        while (skipSpace())
            readTerm();
        return std::move(query_);
    }

private:
    struct Piece {
        QString text;
        qsizetype at;
        qsizetype length;
    };
    using Term = Query::Term;
    using Operator = Query::Operator;

    bool skipSpace()
    {
        while (at_ < line_.size() && line_[at_].isSpace())
            ++at_;
        return at_ < line_.size();
    }

    bool atOperator() const
    {
        const QChar c = line_[at_];
        const QChar next = at_ + 1 < line_.size() ? line_[at_ + 1] : QChar();
        return c == u'=' || c == u'~' || c == u'<' || c == u'>' || (c == u'!' && (next == u'=' || next == u'~'));
    }

    Operator readOperator()
    {
        const QChar c = line_[at_++];
        const bool more = at_ < line_.size() && line_[at_] == u'=';
        switch (c.unicode()) {
        case u'~':
            return Operator::Contains;
        case u'!':
            return line_[at_++] == u'=' ? Operator::NotEqual : Operator::ContainsNot;
        case u'<':
            at_ += more ? 1 : 0;
            return more ? Operator::LessEqual : Operator::Less;
        case u'>':
            at_ += more ? 1 : 0;
            return more ? Operator::GreaterEqual : Operator::Greater;
        default:
            return Operator::Equal;
        }
    }

    void fail(qsizetype at, qsizetype length, const QString& text)
    {
        query_.errors_.push_back({at, length, text});
        failed_ = true;
    }

    /// Up to a space, a comma (if split) or, in a key, an operator; quotes hold all three.
    Piece readPiece(bool key, bool split)
    {
        Piece piece{{}, at_, 0};
        qsizetype quote = -1;
        for (; at_ < line_.size(); ++at_) {
            const QChar c = line_[at_];
            if (c == u'"') {
                quote = quote < 0 ? at_ : -1;
                continue;
            }
            if (quote < 0 && (c.isSpace() || (split && c == u',') || (key && !piece.text.isEmpty() && atOperator())))
                break;
            piece.text += c;
        }
        if (quote >= 0)
            fail(quote, at_ - quote, tr("The quotation mark is not closed"));
        piece.length = at_ - piece.at;
        return piece;
    }

    void readTerm()
    {
        failed_ = false;
        Term term;
        if (line_[at_] == u'-' && at_ + 1 < line_.size() && !line_[at_ + 1].isSpace()) {
            term.negated = true;
            ++at_;
        }
        const bool quoted = line_[at_] == u'"';
        const Piece key = readPiece(true, false);
        const bool compared = at_ < line_.size() && !line_[at_].isSpace();
        const bool hasLabel = !quoted && key.text.startsWith(u"label:");
        if (!compared && !hasLabel) {
            term.values.push_back({key.text, {}, false});
            finish(std::move(term), !key.text.isEmpty());
            return;
        }
        qsizetype operatorAt = at_;
        if (compared)
            term.op = readOperator();
        resolve(term, key);
        if (compared)
            readValues(term, operatorAt);
        finish(std::move(term), true);
    }

    void resolve(Term& term, const Piece& key)
    {
        const bool explicitLabel = key.text.startsWith(u"label:");
        const QString name = explicitLabel ? key.text.mid(6) : key.text;
        for (std::size_t i = 0; i < fields_.size() && !explicitLabel; ++i)
            if (fields_[i].key.compare(name, Qt::CaseInsensitive) == 0 || fields_[i].aliases.contains(name, Qt::CaseInsensitive)) {
                term.about = Term::About::Field;
                term.field = static_cast<int>(i);
                return;
            }
        term.about = Term::About::Label;
        term.label = name;
        if (!labels_)
            fail(key.at, key.length, explicitLabel ? tr("These rows have no labels") : tr("There is no column %1").arg(name));
        else if (!isLabelKey(name))
            fail(key.at, key.length, tr("%1 is neither a column nor the key of a label").arg(name));
    }

    ValueKind kindOf(const Term& term) const
    {
        if (term.about == Term::About::Field)
            return fields_[static_cast<std::size_t>(term.field)].kind;
        return isOrder(term.op) ? ValueKind::Count : ValueKind::Text;
    }

    void readValues(Term& term, qsizetype operatorAt)
    {
        const bool order = isOrder(term.op);
        const ValueKind kind = failed_ ? ValueKind::Text : kindOf(term);
        if (order && kind == ValueKind::Text && !failed_)
            fail(operatorAt, at_ - operatorAt, tr("%1 is text: compare it with = or ~").arg(fields_[static_cast<std::size_t>(term.field)].key));
        for (bool more = true; more;) {
            const Piece piece = readPiece(false, true);
            more = at_ < line_.size() && line_[at_] == u',';
            at_ += more ? 1 : 0;
            term.values.push_back(read(term, piece, kind, operatorAt));
        }
    }

    Query::Value read(const Term& term, const Piece& piece, ValueKind kind, qsizetype operatorAt)
    {
        Query::Value value{piece.text, {}, false};
        const bool containing = term.op == Operator::Contains || term.op == Operator::ContainsNot;
        if (piece.text.isEmpty() && (containing || isOrder(term.op))) {
            if (!failed_)
                fail(operatorAt, std::max<qsizetype>(1, at_ - operatorAt), tr("A value is missing"));
            return value;
        }
        if (kind == ValueKind::Text || containing || piece.text.isEmpty())
            return value;
        value.percent = piece.text.endsWith(u'%');
        value.number = value.percent ? parseValue(QStringView(piece.text).chopped(1), ValueKind::Count) : parseValue(piece.text, kind);
        if (value.percent && value.number)
            *value.number /= 100;
        if (!value.number && !failed_)
            fail(piece.at, piece.length, expected(kind).arg(piece.text));
        return value;
    }

    void finish(Term term, bool complete)
    {
        if (complete && !failed_)
            query_.terms_.push_back(std::move(term));
    }

    QStringView line_;
    const std::vector<QueryField>& fields_;
    bool labels_;
    qsizetype at_ = 0;
    bool failed_ = false;
    Query query_;
};

Query Query::parse(QStringView line, const std::vector<QueryField>& fields, bool labels)
{
    return QueryParser(line, fields, labels).parse();
}

}
