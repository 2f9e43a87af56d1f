// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"
#include "config/load.h"
#include "plugins/script_source.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace berth::scenario {

/// One thing that was done to a simulation from outside, as Simulation's functions of these names take it.
struct Command {
    enum class Kind : std::uint8_t { Create, Update, Remove, Begin, Advance, Flush, Attempt, ReloadScript, AllowWaiting,
                                    RejectWaiting, Configure, Event, MoveClock, ReplaceScripts };
    Kind kind = Kind::Attempt;
    std::shared_ptr<const std::vector<api::DecodedDocument>> documents;   ///< Create, Update
    std::string object;                    ///< Remove: kind; waiting: pod; ReloadScript: name
    std::string namespace_;
    std::string name;                      ///< Remove: name; waiting: plugin
    std::string text;                      ///< ReloadScript: the script; RejectWaiting: the message
    std::int64_t nanoseconds = 0;          ///< Advance; MoveClock: the time itself
    std::shared_ptr<const config::LoadResult> configuration;              ///< Configure, ReplaceScripts
    std::vector<plugins::ScriptSource> scripts = {};                      ///< ReplaceScripts
    std::size_t rests = 0;                 ///< of the run's history once it was done
};

/// In order. Shared, and never changed: a longer recording is another value.
using Commands = std::vector<std::shared_ptr<const Command>>;

}
