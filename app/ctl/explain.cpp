// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/input.h"

#include "scenario/change_text.h"
#include "scenario/explanation_text.h"

#include <iostream>

namespace berth::ctl {
namespace {

struct ExplainOptions {
    PlayOptions play;
    std::string pod;
    int attempt = 0;
    bool json = false;
    bool changes = false;
};

/// The pod's attempt that was asked for, or its last one.
std::shared_ptr<const trace::Attempt> findAttempt(const trace::RunTrace& trace, const std::string& pod, int number)
{
    std::shared_ptr<const trace::Attempt> found;
    for (const auto& attempt : trace.attempts)
        if (attempt->pod == pod && (number == 0 || attempt->attempt == number))
            found = attempt;
    return found;
}

Exit explain(const ExplainOptions& options)
{
    auto input = readInput(options.play);
    if (!input)
        return input.error();
    input->explainEverything = false;
    const auto played = scenario::play(*input);
    if (!played.configError.empty()) {
        std::cerr << played.configError << "\n";
        return Exit::InputAtFault;
    }
    const auto pod = options.pod.find('/') == std::string::npos ? "default/" + options.pod : options.pod;
    const auto attempt = findAttempt(played.simulation->trace(), pod, options.attempt);
    if (!attempt) {
        std::cerr << "there was no " << (options.attempt ? "attempt " + std::to_string(options.attempt) + " of " : "attempt of ")
                  << "pod " << pod << "\n";
        return Exit::InputAtFault;
    }
    const auto explanation = played.simulation->explain(attempt->index);
    std::shared_ptr<const scenario::SmallestChanges> changes;
    if (options.changes && attempt->result == trace::Result::Unschedulable)
        changes = scenario::findSmallestChanges(*played.simulation->worldBefore(attempt->index));
    if (options.json) {
        auto out = scenario::attemptJson(*attempt, explanation.get());
        if (changes)
            out["smallestChanges"] = scenario::changesJson(*changes);
        std::cout << out.dump(1) << "\n";
        return Exit::Done;
    }
    std::cout << scenario::explanationText(*attempt, explanation.get());
    if (changes)
        std::cout << scenario::changesText(*changes);
    return Exit::Done;
}

}

void addExplain(CLI::App& app, Run& run)
{
    auto* command = app.add_subcommand("explain", "Show why a pod went where it is, or nowhere");
    auto options = std::make_shared<ExplainOptions>();
    options->play.addTo(*command);
    command->add_option("--pod", options->pod, "NAMESPACE/NAME")->required();
    command->add_option("--attempt", options->attempt, "Which of its attempts, from 1; otherwise the last");
    command->add_flag("--json", options->json, "As JSON, in the form of a golden's attempt");
    command->add_flag("--changes", options->changes, "Also what would have made an unschedulable pod fit, smallest first");
    command->callback([options, &run] { run = [options] { return explain(*options); }; });
}

}
