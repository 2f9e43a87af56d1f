// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace berth::models {

/// What the values of a field are compared as, and in which unit its numbers are.
enum class ValueKind : std::uint8_t {
    Text,
    Count,                                 ///< a plain number
    Cpu,                                   ///< thousandths of a core; written `500m`, `2`
    Bytes,                                 ///< written `1.5Gi`, `200M`
    Duration,                              ///< nanoseconds; written `300ms`, `5m`, `1h30m`; a bare number is seconds
};

/// Something a query can ask about.
struct QueryField {
    QString key;                           ///< `namespace` in `namespace=team-a`
    QStringList aliases;                   ///< `ns`
    ValueKind kind = ValueKind::Text;
    QString description;                   ///< for completion
};

/// What is wrong with a line, and where in it.
struct QueryError {
    qsizetype at = 0;
    qsizetype length = 0;
    QString text;
    friend bool operator==(const QueryError&, const QueryError&) = default;
};

/// What a query looks at: one row of a table.
class QueryRow {
public:
    virtual ~QueryRow() = default;
    virtual QString text(int field) const = 0;
    /// In the unit of the field's kind; nothing if the row has no such number.
    virtual std::optional<double> number(int field) const = 0;
    /// 0 to 1: how much of what there is; for comparisons with a percentage.
    virtual std::optional<double> share(int field) const = 0;
    virtual std::optional<QString> label(const QString& key) const = 0;
    /// Whether some column contains the text; case does not matter.
    virtual bool contains(const QString& text) const = 0;
};

/// A filter line, read. All terms must hold; a leading `-` turns a term round:
///
///     web            some column contains it          "two words"     text with spaces
///     node=n1        is exactly that (`node=`: empty) node!=n1        is not
///     reason~cpu     contains it                      reason!~cpu     does not
///     cpu>500m age<5m memory>=1Gi cpu>80%             numbers, in the units people write
///     ns=a,b         one of several                   label:app=web   a label, as `app=web` where no field is called so
///     label:app      has the label
///
/// Case matters nowhere but in label keys. A label that is absent is unlike every value, as in label selectors.
class Query {
public:
    /// labels: whether rows have labels, so that an unknown key may be one. Terms with errors are left out. Pure.
    static Query parse(QStringView line, const std::vector<QueryField>& fields, bool labels);

    bool isEmpty() const { return terms_.empty(); }
    const std::vector<QueryError>& errors() const { return errors_; }
    bool matches(const QueryRow& row) const;

    enum class Operator : std::uint8_t { Has, Equal, NotEqual, Contains, ContainsNot, Less, LessEqual, Greater, GreaterEqual };

private:
    struct Value {
        QString text;
        std::optional<double> number;
        bool percent = false;              ///< number is a share, 0.8 for `80%`
    };
    struct Term {
        enum class About : std::uint8_t { Anything, Field, Label };
        About about = About::Anything;
        bool negated = false;
        Operator op = Operator::Has;
        int field = -1;
        QString label;
        std::vector<Value> values;         ///< one is enough; the text itself for Anything
    };
    friend class QueryParser;

    static bool holds(const Term& term, const QueryRow& row);
    static bool compare(Operator op, double left, double right);

    std::vector<Term> terms_;
    std::vector<QueryError> errors_;
};

/// The number that text says in a kind's unit; nothing if it says none.
std::optional<double> parseValue(QStringView text, ValueKind kind);

}
