// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace fs = std::filesystem;

/// samples/index.json is what the start page shows: it must name every sample, and nothing that is not there.
class Samples : public QObject {
    Q_OBJECT

    const fs::path root = BERTH_SAMPLES_DIR;
    nlohmann::json index;

private slots:
    void initTestCase()
    {
        std::ifstream in(root / "index.json");
        QVERIFY(in.good());
        index = nlohmann::json::parse(in);
        QVERIFY(index.is_array() && !index.empty());
    }

    void everyEntryIsComplete()
    {
        std::set<std::string> ids;
        for (const auto& entry : index) {
            const auto id = entry.at("id").get<std::string>();
            QVERIFY2(ids.insert(id).second, ("twice: " + id).c_str());
            for (const char* key : {"title", "summary", "path"})
                QVERIFY2(!entry.at(key).get<std::string>().empty(), (id + ": " + key).c_str());
            QVERIFY2(entry.at("tags").is_array() && !entry.at("tags").empty(), id.c_str());
            const auto path = root / entry.at("path").get<std::string>();
            // A sample is a folder, or a scenario file in one.
            const bool isFile = path.extension() == ".yaml";
            const auto folder = isFile ? path.parent_path() : path;
            for (const auto& file : {isFile ? path : folder / "cluster.yaml", folder / "README.md"})
                QVERIFY2(fs::exists(file), file.c_str());
            // What the real scheduler did; it cannot run scripts, nor does its cluster live.
            if (!isFile && !fs::exists(folder / "plugins"))
                QVERIFY2(fs::exists(folder / "golden.json.gz"), folder.c_str());
        }
    }

    void everyFolderHasAnEntry()
    {
        std::set<std::string> paths;
        for (const auto& entry : index)
            paths.insert(fs::path(entry.at("path").get<std::string>()).begin()->string());
        for (const auto& entry : fs::directory_iterator(root))
            if (entry.is_directory())
                QVERIFY2(paths.contains(entry.path().filename().string()), entry.path().c_str());
    }
};

QTEST_APPLESS_MAIN(Samples)
#include "tst_samples.moc"
