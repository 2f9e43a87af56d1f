// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include "design/generate.h"

#include <iostream>

namespace berth::ctl {
namespace {

struct NodesOptions {
    std::string distribution = "turns";
    design::NodesWish wish;
    std::string shape = "m5.xlarge";
    std::string cpu, memory, pods, labels;
    int gpus = -1;
    std::vector<std::string> taints;
    bool list = false;
};

struct PodsOptions {
    design::PodsWish wish;
    std::string distribution = "fixed";
    std::string labels, nodeSelector, tolerations;
};

Exit fail(const std::string& error)
{
    std::cerr << "berthctl generate: " << error << "\n";
    return Exit::InputAtFault;
}

Exit print(const std::vector<std::string>& texts)
{
    for (std::size_t i = 0; i < texts.size(); ++i)
        std::cout << (i == 0 ? "" : "---\n") << texts[i];
    return Exit::Done;
}

Exit generate(NodesOptions options)
{
    if (options.list) {
        for (const auto& shape : design::nodeShapes())
            std::cout << shape.name << "\t" << shape.cpu << "\t" << shape.memory << "\t" << shape.pods << "\t" << shape.gpus << "\t" << shape.provider << "\n";
        return Exit::Done;
    }
    const design::NodeShape* shape = design::findNodeShape(options.shape);
    if (!shape)
        return fail("no machine type " + options.shape + " is known; --list shows those that are");
    options.wish.shape = *shape;
    using Distribution = design::NodesWish::Distribution;
    options.wish.distribution = options.distribution == "random" ? Distribution::AtRandom : options.distribution == "halves" ? Distribution::FirstZonesOften : Distribution::InTurns;
    for (const auto& [given, into] : {std::pair(&options.cpu, &options.wish.shape.cpu), std::pair(&options.memory, &options.wish.shape.memory), std::pair(&options.pods, &options.wish.shape.pods)})
        if (!given->empty())
            *into = *given;
    if (options.gpus >= 0)
        options.wish.shape.gpus = options.gpus;
    auto labels = design::labelsOf(options.labels);
    if (!labels)
        return fail(labels.error());
    options.wish.labels = std::move(*labels);
    for (const auto& text : options.taints) {
        auto taint = design::taintOf(text);
        if (!taint)
            return fail(taint.error());
        options.wish.taints.push_back(std::move(*taint));
    }
    return print(design::generateNodes(options.wish));
}

Exit generate(PodsOptions options)
{
    using Distribution = design::RequestWish::Distribution;
    const auto distribution = options.distribution == "uniform" ? Distribution::Uniform : options.distribution == "small" ? Distribution::SmallOnesOften : Distribution::Fixed;
    options.wish.cpu.distribution = options.wish.memory.distribution = distribution;
    auto labels = design::labelsOf(options.labels);
    auto selector = design::labelsOf(options.nodeSelector);
    if (!labels || !selector)
        return fail(labels ? selector.error() : labels.error());
    auto tolerations = design::taintListOf(options.tolerations);
    if (!tolerations)
        return fail(tolerations.error());
    options.wish.tolerations = std::move(*tolerations);
    options.wish.labels = std::move(*labels);
    options.wish.nodeSelector = std::move(*selector);
    const auto texts = design::generatePods(options.wish);
    return texts ? print(*texts) : fail(texts.error());
}

void addNodes(CLI::App& parent, Run& run)
{
    auto* command = parent.add_subcommand("nodes", "Nodes of one machine type, over zones");
    auto options = std::make_shared<NodesOptions>();
    command->add_option("--shape", options->shape, "Machine type")->capture_default_str();
    command->add_flag("--list", options->list, "Show the machine types that are known");
    command->add_option("--count", options->wish.count, "How many")->capture_default_str();
    command->add_option("--zones", options->wish.zones, "Over how many zones; 0: no zone label")->capture_default_str();
    command->add_option("--distribution", options->distribution, "To the zones in turns, at random, or half as many in each next (halves)")
        ->check(CLI::IsMember({"turns", "random", "halves"}))
        ->capture_default_str();
    command->add_option("--seed", options->wish.seed, "The same seed draws the same zones")->capture_default_str();
    command->add_option("--prefix", options->wish.prefix, "Names are PREFIX-1, PREFIX-2, …")->capture_default_str();
    command->add_option("--cpu", options->cpu, "In place of the machine type's");
    command->add_option("--memory", options->memory, "In place of the machine type's");
    command->add_option("--pods", options->pods, "In place of the machine type's");
    command->add_option("--gpus", options->gpus, "In place of the machine type's");
    command->add_option("--labels", options->labels, "a=b,c=d");
    command->add_option("--taint", options->taints, "key=value:NoSchedule; may be given more than once");
    command->callback([options, &run] { run = [options] { return generate(*options); }; });
}

void addPods(CLI::App& parent, Run& run)
{
    auto* command = parent.add_subcommand("pods", "Pods whose sizes are drawn with a seed");
    auto options = std::make_shared<PodsOptions>();
    command->add_option("--count", options->wish.count, "How many")->capture_default_str();
    command->add_option("--namespace", options->wish.space, "Their namespace")->capture_default_str();
    command->add_option("--prefix", options->wish.prefix, "Names are PREFIX-1, PREFIX-2, …")->capture_default_str();
    command->add_option("--distribution", options->distribution, "fixed (the least), uniform, or small (small ones often)")
        ->check(CLI::IsMember({"fixed", "uniform", "small"}))
        ->capture_default_str();
    command->add_option("--cpu", options->wish.cpu.least, "The least CPU asked for")->capture_default_str();
    command->add_option("--cpu-most", options->wish.cpu.most, "The most")->capture_default_str();
    command->add_option("--memory", options->wish.memory.least, "The least memory asked for")->capture_default_str();
    command->add_option("--memory-most", options->wish.memory.most, "The most")->capture_default_str();
    command->add_option("--gpus", options->wish.gpus, "nvidia.com/gpu")->capture_default_str();
    command->add_option("--priority-class", options->wish.priorityClass, "priorityClassName");
    command->add_option("--labels", options->labels, "a=b,c=d");
    command->add_option("--node-selector", options->nodeSelector, "a=b,c=d");
    command->add_option("--tolerations", options->tolerations, "key=value:NoSchedule,key:NoExecute");
    command->add_flag("--spread", options->wish.spreadOverZones, "Over zones, one more at most");
    command->add_option("--seed", options->wish.seed, "The same seed draws the same sizes")->capture_default_str();
    command->callback([options, &run] { run = [options] { return generate(*options); }; });
}

}

void addGenerate(CLI::App& app, Run& run)
{
    auto* command = app.add_subcommand("generate", "Write nodes or pods as YAML");
    command->require_subcommand(1);
    addNodes(*command, run);
    addPods(*command, run);
}

}
