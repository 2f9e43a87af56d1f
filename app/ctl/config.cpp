// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include "config/load.h"
#include "config/write.h"

#include <iostream>

namespace berth::ctl {
namespace {

struct ConfigOptions {
    std::vector<std::string> files;
    std::string featureGates;
    bool json = false;
    bool minimal = false;
};

Exit printJson(const ConfigOptions& options, const config::FeatureGates& gates)
{
    const auto golden = config::configurationGolden(options.files, gates);
    std::cout << golden.dump(1) << "\n";
    for (const auto& entry : golden)
        if (entry.contains("configError"))
            return Exit::InputAtFault;
    return Exit::Done;
}

Exit printText(const ConfigOptions& options, const config::FeatureGates& gates)
{
    auto exit = Exit::Done;
    for (const auto& file : options.files) {
        const auto loaded = config::loadConfigurationFile(file, gates);
        for (const auto& problem : loaded.problems)
            std::cerr << problem.toString() << "\n";
        if (!loaded.ok()) {
            std::cerr << file << ": " << loaded.error << "\n";
            exit = Exit::InputAtFault;
            continue;
        }
        std::cout << config::toYaml(*loaded.config, gates,
                                    options.minimal ? config::WriteStyle::Minimal : config::WriteStyle::Explicit);
    }
    return exit;
}

}

void addConfig(CLI::App& app, Run& run)
{
    auto* command = app.add_subcommand("config", "Show the effective configuration of KubeSchedulerConfiguration files");
    auto options = std::make_shared<ConfigOptions>();
    command->add_option("FILE", options->files, "Configuration files")->required();
    command->add_flag("--json", options->json, "As JSON, in the form of configuration goldens");
    command->add_flag("--minimal", options->minimal, "Only what differs from the defaults");
    command->add_option("--feature-gates", options->featureGates, "A=true,B=false");
    command->callback([options, &run] {
        run = [options] {
            config::FeatureGates gates;
            if (auto set = gates.set(options->featureGates); !options->featureGates.empty() && !set) {
                std::cerr << "--feature-gates: " << set.error() << "\n";
                return Exit::WrongUsage;
            }
            return options->json ? printJson(*options, gates) : printText(*options, gates);
        };
    });
}

}
