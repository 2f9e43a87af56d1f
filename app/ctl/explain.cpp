// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/input.h"

#include "scenario/explanation_text.h"

#include <iostream>

namespace berth::ctl {
namespace {

struct ExplainOptions {
    PlayOptions play;
    std::string pod;
    int attempt = 0;
    bool json = false;
};

/// The pod's attempt that was asked for, or its last one.
const trace::Attempt* findAttempt(const trace::RunTrace& trace, const std::string& pod, int number)
{
    const trace::Attempt* found = nullptr;
    for (const auto& attempt : trace.attempts)
        if (attempt->pod == pod && (number == 0 || attempt->attempt == number))
            found = attempt.get();
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
    const auto* attempt = findAttempt(played.simulation->trace(), pod, options.attempt);
    if (!attempt) {
        std::cerr << "there was no " << (options.attempt ? "attempt " + std::to_string(options.attempt) + " of " : "attempt of ")
                  << "pod " << pod << "\n";
        return Exit::InputAtFault;
    }
    const auto explanation = played.simulation->explain(attempt->index);
    if (options.json)
        std::cout << scenario::attemptJson(*attempt, explanation.get()).dump(1) << "\n";
    else
        std::cout << scenario::explanationText(*attempt, explanation.get());
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
    command->callback([options, &run] { run = [options] { return explain(*options); }; });
}

}
