// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_fingerprint.h"
#include "plugins/lua_state.h"

#include <QTest>

using berth::plugins::LuaState;
using berth::plugins::ScriptLimits;

namespace {

constexpr ScriptLimits small{100'000, std::size_t{1} << 20};

/// What a script's global `answer` is as text, or its error.
std::string answerOf(const std::string& text, ScriptLimits limits = small)
{
    LuaState lua("plugins/legacy.lua", limits);
    if (auto ran = lua.run(text); !ran)
        return ran.error();
    std::string answer;
    lua.note = [&](const std::string& said) { answer = said; };
    auto read = lua.run("framework.log(answer)");
    return read ? answer : read.error();
}

}

/// What a script can do, and cannot: nothing from outside, nothing that differs from run to run, nothing without end.
class LuaStates : public QObject {
    Q_OBJECT

private slots:
    void saysWhereAnErrorIs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("syntax") << "x = 1\nif then\n" << "legacy.lua:2: unexpected symbol near 'then'";
        QTest::newRow("nil") << "\n\nlocal a\nanswer = a.b" << "legacy.lua:4: attempt to index a nil value (local 'a')";
        QTest::newRow("error") << "\nerror('no')" << "legacy.lua:2: no";
        QTest::newRow("assert has no place of its own") << "\nassert(false, 'no')" << "legacy.lua:2: no";
        QTest::newRow("no text") << "error({})" << "legacy.lua:1: an error that is no text but a table";
        QTest::newRow("library") << "\nanswer = ('x'):rep(1, '-')\nstring.rep()"
                                 << "legacy.lua:3: bad argument #1 to 'rep' (string expected, got no value)";
        QTest::newRow("unfinished bytecode") << "\x1bLua" << "attempt to load a binary chunk (mode is 't')";
    }
    void saysWhereAnErrorIs()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QVERIFY2(QString::fromStdString(answerOf(text.toStdString())).contains(error),
                 answerOf(text.toStdString()).c_str());
    }

    /// What a function keeps is in its locals outside and in globals, wherever they are in memory.
    void seesWhatAFunctionKeeps()
    {
        const auto kept = [](LuaState& lua, const std::string& change) {
            if (auto ran = lua.run(change); !ran)
                qFatal("%s", ran.error().c_str());
            return berth::plugins::fingerprintOf(lua, "f");
        };
        const std::string text = "local n, list = 0, {a = 1, b = {2, x = 'y'}}\nlist.self = list\nseen = {}\n"
                                 "function f() return n, list, seen end\nfunction count() n = n + 1 end\nfunction sit() list.b.x = 'z' end\n";
        LuaState lua("f.lua", small);
        const auto first = kept(lua, text);
        QVERIFY(first.has_value());
        QCOMPARE(kept(lua, "f()"), first);
        QCOMPARE(kept(lua, "for i = 1, 50 do seen['k' .. i] = i end for i = 1, 50 do seen['k' .. i] = nil end"), first);
        const auto counted = kept(lua, "count()");
        QVERIFY(counted != first);
        const auto sat = kept(lua, "sit()");
        QVERIFY(sat != counted);
        QVERIFY(kept(lua, "seen.p = true") != sat);
        LuaState other("f.lua", small);
        QCOMPARE(kept(other, text), first);
        QVERIFY(!kept(lua, "for i = 1, 9999 do seen[i] = i end").has_value());
        QVERIFY(!kept(lua, "f = nil").has_value());
    }

    void endsWhatDoesNotEnd_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        const QString instructions = "exceeded 100000 instructions";
        const QString memory = "exceeded 1024 KiB of memory";
        QTest::newRow("loop") << "\nwhile true do end" << "legacy.lua:2: " + instructions;
        QTest::newRow("recursion") << "local function f() return f() end\nf()" << instructions;
        QTest::newRow("sorting again and again")
            << "t = {}\nfor i = 1, 1000 do t[i] = i end\nfor i = 1, 1e9 do table.sort(t) end" << instructions;
        QTest::newRow("inserting in front of a long list")
            << "t = {}\nfor i = 1, 4000 do t[i] = i end\nwhile true do table.insert(t, 1, 0) table.remove(t) end"
            << instructions;
        QTest::newRow("pattern without end")
            << "answer = ('a'):rep(200):find(('a*'):rep(20) .. 'b')" << "could take forever";
        QTest::newRow("texts") << "t = {} x = ('x'):rep(1000)\nfor i = 1, 1e9 do t[i] = x .. i end" << "legacy.lua:2: " + memory;
        QTest::newRow("one long text") << "\nanswer = ('x'):rep(1e9)" << "legacy.lua:2: " + memory;
        QTest::newRow("doubling") << "s = 'xxxxxxxx'\nwhile true do s = s .. s end" << memory;
    }
    void endsWhatDoesNotEnd()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        const auto got = QString::fromStdString(answerOf(text.toStdString()));
        QVERIFY2(got.contains(error), qPrintable(got));
        QVERIFY2(got.startsWith("legacy.lua:"), qPrintable(got));
        QCOMPARE(QString::fromStdString(answerOf(text.toStdString())), got);
    }

    void goesOnAfterAnError()
    {
        LuaState lua("x.lua", small);
        QVERIFY(!lua.run("while true do end"));
        QVERIFY(!lua.run("t = {} for i = 1, 1e9 do t[i] = {} end"));
        QVERIFY(lua.run("t = nil"));
        QVERIFY(lua.run("for i = 1, 1000 do end"));
    }

    void countsEveryCallAnew()
    {
        LuaState lua("x.lua", small);
        for (int i = 0; i < 5; ++i)
            QVERIFY(lua.run("for i = 1, 30000 do end"));
    }

    void garbageIsNoMemoryInUse()
    {
        QCOMPARE(answerOf("for i = 1, 500 do answer = ('x'):rep(1000) .. i end answer = #answer", {1'000'000, std::size_t{1} << 18}), std::string("1003"));
    }

    void hasNoDoorToTheOutside()
    {
        for (const char* name : {"os", "io", "require", "package", "debug", "coroutine", "load", "dofile", "loadfile",
                                 "pcall", "xpcall", "collectgarbage", "print", "setmetatable", "getmetatable",
                                 "rawset", "math.random", "math.randomseed", "string.dump", "table.move"})
            QCOMPARE(answerOf(std::string("answer = ") + name), std::string("nil"));
    }

    void goesThroughTablesInOrder()
    {
        const std::string fill = "t = {}\nfor _, k in ipairs({'pear', 'fig', 'apple', 'Zoo', 'ä'}) do t[k] = true end\n"
                                 "t[10] = 1 t[2.5] = 1 t[1] = 1 t[true] = 1 t[false] = 1\n";
        const std::string expected = "1 2.5 10 Zoo apple fig pear ä false true ";
        QCOMPARE(answerOf(fill + "answer = '' for k in pairs(t) do answer = answer .. tostring(k) .. ' ' end"), expected);
        QCOMPARE(answerOf(fill + "answer = '' k = next(t) while k ~= nil do answer = answer .. tostring(k) .. ' '"
                                 " k = next(t, k) end"),
                 expected);
        QCOMPARE(answerOf("answer = tostring(next({}))"), std::string("nil"));
        QCOMPARE(answerOf("t = {a = 1, b = 2, c = 3}\nanswer = ''\n"
                          "for k in pairs(t) do t.b = nil answer = answer .. k end"),
                 std::string("ac"));
        QCOMPARE(answerOf("for k in pairs({[{}] = 1}) do end"),
                 std::string("legacy.lua:1: a table with a table as key has no order"));
        QCOMPARE(answerOf("t = {}\nfor i = 1, 300 do t['k' .. (i * 7919 % 300)] = i end\nlast = ''\nanswer = 0\n"
                          "for k in pairs(t) do assert(last < k) last = k answer = answer + 1 end"),
                 std::string("300"));
    }

    void showsNoAddress()
    {
        QCOMPARE(answerOf("answer = tostring({}) .. tostring(print or next)"), std::string("tablefunction"));
        QVERIFY(answerOf("answer = ('%p'):format({})").find("not supported") != std::string::npos);
        QVERIFY(answerOf("answer = ('%s'):format({})").find("no text") != std::string::npos);
        QCOMPARE(answerOf("answer = ('%s %5.2f %d'):format('a', 1.5, 3)"), std::string("a  1.50 3"));
    }

    void matchesPatternsOfReasonableSize()
    {
        QCOMPARE(answerOf("answer = ('team-42'):match('^(%a+)-%d+$')"), std::string("team"));
        QCOMPARE(answerOf("answer = ('a,b'):gsub(',', ';')"), std::string("a;b"));
    }
};

QTEST_APPLESS_MAIN(LuaStates)
#include "tst_lua_state.moc"
