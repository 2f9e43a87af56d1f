// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/branch.h"

#include "scenario/time_machine.h"

namespace berth::scenario {

namespace {

void play(Simulation& simulation, const Command& command)
{
    switch (command.kind) {
    case Command::Kind::Create: simulation.create(*command.documents, false); break;
    case Command::Kind::Update: simulation.create(*command.documents, true); break;
    case Command::Kind::Remove: simulation.remove(command.object, command.namespace_, command.name); break;
    case Command::Kind::Begin: simulation.begin(); break;
    case Command::Kind::Advance: simulation.advance(command.nanoseconds); break;
    case Command::Kind::Event: simulation.stepEvent(); break;
    case Command::Kind::MoveClock:
        static_cast<void>(simulation.runUntil({command.nanoseconds}, {}, {}));
        break;
    case Command::Kind::Flush: simulation.flushUnschedulable(); break;
    case Command::Kind::Attempt: simulation.attemptOne(); break;
    case Command::Kind::ReloadScript: static_cast<void>(simulation.reloadScript(command.object, command.text)); break;
    case Command::Kind::AllowWaiting: simulation.allowWaitingPod(command.object, command.name); break;
    case Command::Kind::RejectWaiting: simulation.rejectWaitingPod(command.object, command.name, command.text); break;
    case Command::Kind::Configure: static_cast<void>(simulation.reconfigure(*command.configuration)); break;
    case Command::Kind::ReplaceScripts:
        static_cast<void>(simulation.replaceScripts(command.scripts, *command.configuration));
        break;
    }
}

}

void replay(Simulation& simulation, const Commands& commands)
{
    for (const auto& command : commands)
        play(simulation, *command);
}

Commands commandsUntil(const Recording& recording, const History& history, std::size_t moment)
{
    const std::size_t rests = TimeMachine(history).restsUntil(moment);
    Commands done;
    for (const auto& command : recording.commands) {
        if (command->rests > rests)
            break;
        done.push_back(command);
    }
    return done;
}

tl::expected<std::unique_ptr<Simulation>, std::string> branch(const Recording& recording, const History& history, std::size_t moment)
{
    auto started = Simulation::start(recording.setup);
    if (started)
        replay(**started, commandsUntil(recording, history, moment));
    return started;
}

}
