// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <iostream>
#include <sstream>

using namespace berth::ctl;

namespace {

constexpr const char* node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n";
constexpr const char* pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: good}\nspec: {containers: [{name: c, image: i}]}\n";
constexpr const char* misspelt = "apiVersion: v1\nkind: Pod\nmetadata: {name: bad}\nspec: {containers: 7}\n";
constexpr const char* nameless = "apiVersion: v1\nkind: Pod\nmetadata: {name: Bad_Name}\nspec: {containers: [{name: c, image: i}]}\n";

/// What a command wrote to std::cout while this lives.
class Captured {
public:
    Captured() : before_(std::cout.rdbuf(text_.rdbuf())) {}
    ~Captured() { std::cout.rdbuf(before_); }
    std::string text() const { return text_.str(); }

private:
    std::ostringstream text_;
    std::streambuf* before_;
};

class TestRun : public QObject {
    Q_OBJECT

private slots:
    void exits_data();
    void exits();

private:
    std::string write(const char* name, const std::vector<std::string>& documents) const
    {
        const auto path = folder_.filePath(name).toStdString();
        std::ofstream out(path);
        for (const auto& document : documents)
            out << "---\n" << document;
        return path;
    }

    QTemporaryDir folder_;
};

void TestRun::exits_data()
{
    QTest::addColumn<QStringList>("documents");
    QTest::addColumn<bool>("isScenario");
    QTest::addColumn<int>("exit");
    QTest::newRow("all good") << QStringList{node, pod} << false << 0;
    QTest::newRow("one cannot be read") << QStringList{node, misspelt, pod} << false << 1;
    QTest::newRow("one is refused") << QStringList{node, nameless, pod} << false << 1;
    QTest::newRow("refused in a scenario, where its golden judges") << QStringList{node, nameless, pod} << true << 0;
}

void TestRun::exits()
{
    QFETCH(QStringList, documents);
    QFETCH(bool, isScenario);
    QFETCH(int, exit);
    std::vector<std::string> texts;
    for (const auto& document : documents)
        texts.push_back(document.toStdString());
    const auto cluster = write("cluster.yaml", texts);
    write("steps.yaml", {"- do: settle\n"});

    CLI::App app;
    Run run;
    addRun(app, run);
    app.parse(std::string("run ") + (isScenario ? folder_.path().toStdString() : cluster));
    const Captured out;
    const auto done = run();
    QCOMPARE(static_cast<int>(done), exit);
    // Whatever was wrong with the others, the good pod is on its node.
    const auto table = QString::fromStdString(out.text());
    QVERIFY2(table.contains(QRegularExpression("default/good +scheduled +n1")), qPrintable(table));
}

}

QTEST_GUILESS_MAIN(TestRun)
#include "tst_run.moc"
