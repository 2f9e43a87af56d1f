// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include "scenario/golden_compare.h"

#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

namespace berth::ctl {
namespace {

using scenario::FolderResult;

/// Checks every folder, several at a time, and prints them in the order given.
class Conformance {
public:
    explicit Conformance(std::vector<std::string> folders) : folders_(std::move(folders)), results_(folders_.size()) {}

    Exit run()
    {
        const auto workers = std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), folders_.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < workers; ++i)
            threads.emplace_back([this] { work(); });
        for (auto& thread : threads)
            thread.join();
        return report();
    }

private:
    void work()
    {
        for (auto i = next_++; i < folders_.size(); i = next_++)
            results_[i] = scenario::checkFolder(folders_[i]);
    }

    Exit report() const
    {
        std::size_t passed = 0;
        std::size_t failed = 0;
        std::size_t skipped = 0;
        for (std::size_t i = 0; i < folders_.size(); ++i) {
            const auto& result = results_[i];
            passed += result.kind == FolderResult::Kind::Passed;
            skipped += result.kind == FolderResult::Kind::Skipped;
            if (result.kind != FolderResult::Kind::Failed)
                continue;
            ++failed;
            std::cout << folders_[i] << "\n";
            for (const auto& difference : result.differences)
                std::cout << "  " << difference << "\n";
        }
        std::cout << passed << " passed, " << failed << " failed, " << skipped << " skipped\n";
        return failed == 0 ? Exit::Done : Exit::InputAtFault;
    }

    std::vector<std::string> folders_;
    std::vector<FolderResult> results_;
    std::atomic<std::size_t> next_ = 0;
};

}

void addConformance(CLI::App& app, Run& run)
{
    auto* command = app.add_subcommand("conformance", "Play scenario folders and compare them with their goldens");
    auto folders = std::make_shared<std::vector<std::string>>();
    command->add_option("DIR", *folders, "Scenario folders with golden.json or golden.json.gz")
        ->required()
        ->check(CLI::ExistingDirectory);
    command->callback([folders, &run] { run = [folders] { return Conformance(*folders).run(); }; });
}

}
