// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// The arrows of docs/architecture.md: what each folder may include besides itself. All of a folder's sources share one
/// include path, so that the compiler alone would not object to an arrow that points back.
const std::map<std::string, std::set<std::string>>& allowed()
{
    static const std::map<std::string, std::set<std::string>> direct = {
        {"engine/api", {}},
        {"engine/formats", {"engine/api"}},
        {"engine/ports", {"engine/api"}},
        {"engine/config", {"engine/api"}},
        {"engine/design", {"engine/api"}},
        {"engine/trace", {"engine/api"}},
        {"engine/framework", {"engine/config", "engine/trace", "engine/ports"}},
        {"engine/plugins", {"engine/framework"}},
        {"engine/queue", {"engine/framework"}},
        {"engine/cache", {"engine/framework"}},
        {"engine/cluster", {"engine/ports"}},
        {"engine/scheduler", {"engine/queue", "engine/cache", "engine/plugins"}},
        {"engine/scenario", {"engine/scheduler", "engine/cluster", "engine/formats"}},
        {"models", {"engine/scenario", "engine/design"}},
        {"views", {"models"}},
        {"app/ctl", {"engine/scenario", "engine/design"}},
        {"app", {"views", "app/ctl"}},
    };
    static const auto closed = [] {
        auto reach = direct;
        for (bool grown = true; grown;) {
            grown = false;
            for (auto& [folder, targets] : reach) {
                const auto before = targets.size();
                for (const auto& target : std::set(targets))
                    targets.insert(reach.at(target).begin(), reach.at(target).end());
                grown |= targets.size() != before;
            }
        }
        return reach;
    }();
    return closed;
}

/// The folder of the map that a path belongs to, relative to the root: `engine/api/schema/x.h` is in `engine/api`.
std::optional<std::string> folderOf(const std::string& path)
{
    std::optional<std::string> best;
    for (const auto& [folder, targets] : allowed())
        if (path.starts_with(folder + "/") && (!best || folder.size() > best->size()))
            best = folder;
    return best;
}

struct Include {
    std::string file; ///< relative to the root
    int line = 0;
    std::string header; ///< as written
    bool quoted = false;
};

std::vector<std::string> sources(const fs::path& root)
{
    std::vector<std::string> found;
    for (const char* layer : {"engine", "models", "views", "app"}) {
        if (!fs::exists(root / layer))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / layer))
            if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
                found.push_back(fs::relative(entry.path(), root).generic_string());
    }
    return found;
}

std::vector<Include> includesOf(const fs::path& root, const std::string& file)
{
    static const std::regex pattern(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
    std::vector<Include> found;
    std::ifstream in(root / file);
    std::string text;
    for (int line = 1; std::getline(in, text); ++line)
        if (std::smatch match; std::regex_search(text, match, pattern))
            found.push_back({file, line, match[2], match[1] == "\""});
    return found;
}

/// Why the include is not allowed, or nothing.
std::string objection(const fs::path& root, const Include& include)
{
    const auto from = folderOf(include.file);
    if (!from)
        return {};
    if (!include.quoted) {
        static const std::regex qt("^Q[A-Z]|^Qt[A-Z]");
        const bool withoutQt = from->starts_with("engine/") || *from == "app/ctl";
        return withoutQt && std::regex_search(include.header, qt) ? *from + " is free of Qt" : "";
    }
    for (const std::string prefix : {"engine/", ""}) {
        if (!fs::exists(root / (prefix + include.header)))
            continue;
        const auto to = folderOf(prefix + include.header);
        if (to && *to != *from && !allowed().at(*from).contains(*to))
            return *from + " may not include " + *to;
    }
    return {};
}

QString describe(const Include& include, const std::string& why)
{
    return QString::fromStdString(include.file + ":" + std::to_string(include.line) + ": " + include.header + ": "
                                  + why);
}

}

/// The house's rules that no compiler checks.
class Arrows : public QObject {
    Q_OBJECT

    const fs::path root = BERTH_SOURCE_DIR;

private slots:
    void objectsToAnArrowThatPointsBack()
    {
        QVERIFY(fs::exists(root / "engine/api/pod.h") && fs::exists(root / "engine/framework/status.h"));
        QVERIFY(!objection(root, {"engine/api/x.cpp", 1, "framework/status.h", true}).empty());
        QVERIFY(objection(root, {"engine/framework/x.cpp", 1, "api/pod.h", true}).empty());
        QVERIFY(objection(root, {"views/x.cpp", 1, "api/pod.h", true}).empty());
    }

    void objectsToQtInTheEngine()
    {
        QVERIFY(!objection(root, {"engine/api/x.cpp", 1, "QString", false}).empty());
        QVERIFY(!objection(root, {"app/ctl/x.cpp", 1, "QtCore/QString", false}).empty());
        QVERIFY(objection(root, {"models/x.cpp", 1, "QString", false}).empty());
    }

    void noIncludePointsBack()
    {
        const auto files = sources(root);
        QVERIFY(!files.empty());
        QStringList objections;
        for (const auto& file : files)
            for (const auto& include : includesOf(root, file))
                if (const auto why = objection(root, include); !why.empty())
                    objections << describe(include, why);
        QVERIFY2(objections.isEmpty(), qPrintable(objections.join(QLatin1Char('\n'))));
    }

    void everySourceNamesItsLicence()
    {
        QStringList without;
        for (const auto& file : sources(root)) {
            std::ifstream in(root / file);
            std::string first;
            std::getline(in, first);
            if (!first.starts_with("// SPDX-License-Identifier: GPL-3.0-or-later"))
                without << QString::fromStdString(file);
        }
        QVERIFY2(without.isEmpty(), qPrintable(without.join(QLatin1Char('\n'))));
    }
};

QTEST_APPLESS_MAIN(Arrows)
#include "tst_arrows.moc"
