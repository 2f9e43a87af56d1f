// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/object_change.h"
#include "trace/growing_list.h"
#include "trace/queue_record.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/// What a run leaves behind so that time can be turned back (time_machine.h).
namespace berth::scenario {

/// Something that happened; its sequence is its place in History::happenings. Ordered as it happened.
struct Happening {
    enum class Kind : std::uint8_t {
        Object,                            ///< an object came, changed, or went
        Move,                              ///< a pod moved between the parts of the queue
        Attempt,                           ///< a pod began to be scheduled
        Event,                             ///< the scheduler recorded one
        Promises,                          ///< others wait on Permit, are being bound, or have a node promised
        Rest,                              ///< nothing is under way: here a run can stop
    };
    Kind kind = Kind::Rest;
    std::uint32_t index = 0;               ///< in the list of its kind
    api::Time time;                        ///< never earlier than that of the one before
};

/// Where the queue put a pod.
struct Placing {
    std::string pod;                       ///< `namespace/name`
    trace::QueuePlace place = trace::QueuePlace::None;
    api::Time since;                       ///< what the queue sorts pods of one priority by
    std::optional<api::Time> until;        ///< end of the backoff
    api::Symbol gatedBy;
};

/// Who waits for something outside the queue.
struct Promises {
    std::vector<std::string> waiting;                  ///< on Permit
    std::vector<std::string> binding;
    std::map<std::string, std::string> nominated;      ///< node by pod
    bool operator==(const Promises&) const = default;
};

using PromisesPtr = std::shared_ptr<const Promises>;

/// The whole world after some happening, in the form that the next happening is applied to.
struct World {
    std::map<std::uint64_t, api::ObjectPtr> objects;   ///< by order of creation
    std::map<std::string, Placing> places;             ///< of pods that are in the queue
    PromisesPtr promises;                              ///< null: none
    api::Time time;
    std::size_t attempts = 0;                          ///< how many of each have happened
    std::size_t moves = 0;
    std::size_t events = 0;

    std::size_t size() const { return objects.size() + places.size(); }
};

struct Rest {
    std::uint32_t sequence = 0;            ///< in History::happenings
    api::Time time;                        ///< what the clock stood at; readings before it may have run ahead by nanoseconds
};

struct Checkpoint {
    std::size_t happenings = 0;                        ///< after so many
    std::shared_ptr<const World> world;
};

/// Everything recorded up to one moment, for any thread while the run goes on. Copying it copies a pointer per thousand
/// records.
struct History {
    trace::GrowingList<Happening>::View happenings;
    trace::GrowingList<cluster::ObjectChange>::View changes;
    trace::GrowingList<Placing>::View placings;        ///< one per Move
    trace::GrowingList<PromisesPtr, 64>::View promises;
    trace::GrowingList<Rest>::View rests;
    trace::GrowingList<Checkpoint, 64>::View checkpoints;
};

}
