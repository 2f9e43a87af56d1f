// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes to turn time back: plays what is opened, then asks for the world at random moments, in random order, and
// for tiles of the run's heat map.
// Prints figures and judges nothing: they depend on the machine.
//   bench_scrub PATH…
#include "scenario/open.h"
#include "scenario/time_machine.h"
#include "scenario/verdicts.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace berth;

namespace {

constexpr int samples = 1000;
constexpr std::size_t tile = 64;          // attempts of a tile of the run's heat map
constexpr std::size_t mostTiles = 40;

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}

int main(int argc, char* argv[])
{
    auto opened = scenario::openFiles({argv + 1, argv + argc});
    if (!opened.failure.empty()) {
        std::fprintf(stderr, "%s\n", opened.failure.c_str());
        return 1;
    }
    opened.run.brief = opened.run.keepHistory = true;
    opened.run.explainEverything = false;
    const auto runStart = std::chrono::steady_clock::now();
    const auto played = scenario::play(opened.run);
    if (!played.simulation) {
        std::fprintf(stderr, "%s\n", played.configError.c_str());
        return 1;
    }
    const scenario::TimeMachine machine(played.simulation->history());
    std::printf("{\"attempts\": %zu, \"happenings\": %zu, \"runSeconds\": %.2f", played.simulation->trace().attempts.size(),
                machine.size(), millisecondsSince(runStart) / 1e3);

    std::mt19937_64 random(1);
    std::uniform_int_distribution<std::size_t> anyMoment(0, machine.size());
    std::vector<double> times;
    std::size_t pods = 0;
    for (int i = 0; i < samples; ++i) {
        const auto moment = anyMoment(random);
        const auto start = std::chrono::steady_clock::now();
        pods += machine.at(moment).state.pods.size();
        times.push_back(millisecondsSince(start));
    }
    std::sort(times.begin(), times.end());
    std::printf(", \"moments\": %d, \"podsSeen\": %zu, \"medianMs\": %.2f, \"p99Ms\": %.2f, \"worstMs\": %.2f", samples, pods,
                times[times.size() / 2], times[times.size() * 99 / 100], times.back());

    times.clear();
    std::size_t cells = 0;
    const std::size_t attempts = played.simulation->trace().attempts.size();
    for (std::size_t first = 0; first < attempts; first += std::max<std::size_t>(tile, attempts / mostTiles)) {
        const auto start = std::chrono::steady_clock::now();
        for (const auto& verdicts : scenario::verdictsOf(*played.simulation, first, tile, [] { return true; }))
            cells += verdicts ? verdicts->verdicts.size() : 0;
        times.push_back(millisecondsSince(start));
    }
    std::sort(times.begin(), times.end());
    if (!times.empty())
        std::printf(", \"tiles\": %zu, \"cells\": %zu, \"tileMedianMs\": %.2f, \"tileWorstMs\": %.2f", times.size(), cells,
                    times[times.size() / 2], times.back());
    std::printf("}\n");
    return 0;
}
