// SPDX-License-Identifier: GPL-3.0-or-later
// Random lives of a scheduling queue: no pod is lost or in two places, and nothing moves without a reason that the trace
// names.
#include "engine/support/queue_world.h"

#include <QTest>

#include <algorithm>
#include <rapidcheck.h>
#include <set>

using namespace berth;
using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;
using tests::ExtensionPoint;
using tests::listens;
using trace::QueuePlace;

namespace {

constexpr int podCount = 6;
constexpr std::int64_t second = 1'000'000'000;

enum class Action { Add, Delete, Gate, Relabel, Pop, FailByError, FailByPlugins, Succeed, NodeAdd, PodDelete, Time, Leftover, Activate };

struct Step {
    Action action = Action::Add;
    int pod = 0;
    int detail = 0;
};

std::ostream& operator<<(std::ostream& out, const Step& step)
{
    return out << "{" << static_cast<int>(step.action) << " " << step.pod << " " << step.detail << "}";
}

rc::Gen<Step> steps()
{
    return rc::gen::build<Step>(
        rc::gen::set(&Step::action, rc::gen::map(rc::gen::inRange(0, 13), [](int i) { return static_cast<Action>(i); })),
        rc::gen::set(&Step::pod, rc::gen::inRange(0, podCount)), rc::gen::set(&Step::detail, rc::gen::inRange(0, 8)));
}

/// Two plugins whose hints depend on the event's object: Even likes objects with an even number, Odd the others.
struct Life : tests::QueueWorld {
    std::map<std::string, api::PodPtr> pods;                           ///< that exist
    std::vector<framework::QueuedPodInfoPtr> inFlight;
    std::set<std::string> taken;                                       ///< scheduled: in no queue any more
    int objects = 0;

    Life()
    {
        const auto liking = [](int parity) {
            return [parity](const api::Pod&, const api::Object* before, const api::Object* after) {
                return QueueingHint::queueIf(static_cast<int>((after ? after : before)->meta.generation) % 2 == parity);
            };
        };
        for (int parity = 0; parity < 2; ++parity)
            profile.add(parity == 0 ? "Even" : "Odd", {ExtensionPoint::Filter}).events = {
                listens(EventResource::Node, ActionType::Add | ActionType::UpdateNodeTaint, liking(parity)),
                listens(EventResource::Pod, ActionType::Delete, liking(parity))};
        profile.inTree("SchedulingGates", {ExtensionPoint::PreEnqueue});
        start();
    }

    std::string nameOf(const Step& step) const { return "p" + std::to_string(step.pod); }
    bool isInFlight(const std::string& name) const
    {
        return std::any_of(inFlight.begin(), inFlight.end(),
                           [&](const auto& record) { return record->pod().meta.name == name; });
    }

    void perform(const Step& step)
    {
        const auto name = nameOf(step);
        switch (step.action) {
        case Action::Add: return addPod(name, step.detail);
        case Action::Delete: return removePod(name);
        case Action::Gate: return change(name, [&](api::Pod& p) {
            p.spec.schedulingGates = step.detail % 2 ? decltype(p.spec.schedulingGates){} : p.spec.schedulingGates;
        });
        case Action::Relabel: return change(name, [&](api::Pod& p) {
            p.meta.labels.set(api::Symbol("l"), api::Symbol(std::to_string(step.detail)));
        });
        case Action::Pop:
            if (auto record = queue->pop())
                inFlight.push_back(record);
            return;
        case Action::FailByError: return comeBack({}, {});
        case Action::FailByPlugins: return comeBackByPlugins(step.detail);
        case Action::Succeed: return succeed();
        case Action::NodeAdd: return happen(framework::events::nodeAdd, nullptr, numbered<api::Node>(step.detail));
        case Action::PodDelete:
            return happen(framework::events::assignedPodDelete, numbered<api::Pod>(step.detail), nullptr);
        case Action::Time: return seconds(step.detail + 0.25);
        case Action::Leftover:
            clock.advance(step.detail * 60 * second);
            return queue->flushUnschedulableLeftover();
        case Action::Activate: return queue->activate({"default/" + name});
        }
    }

    /// Each pod that exists is in exactly one place.
    void check()
    {
        trace::QueueRecord record;
        queue->describe(record);
        std::multiset<std::string> places;
        for (const auto* list : {&record.active, &record.backoff, &record.unschedulable, &record.gated})
            places.insert(list->begin(), list->end());
        for (const auto& [name, pod] : pods) {
            const auto count = places.count("default/" + name) + isInFlight(name) + taken.contains(name);
            if (count != 1)
                RC_FAIL(name + " is in " + std::to_string(count) + " places");
            RC_ASSERT(queue->isInFlight(pod->meta.uid) == isInFlight(name));
        }
        RC_ASSERT(places.size() + inFlight.size() + taken.size()
                  == pods.size() + static_cast<std::size_t>(std::count_if(
                         inFlight.begin(), inFlight.end(),
                         [&](const auto& each) { return !pods.contains(each->pod().meta.name); })));
        for (const auto& [pod, expiry] : record.backoffUntil)
            RC_ASSERT(expiry.nanoseconds <= clock.moment().nanoseconds + 10 * second);
    }

private:
    template <typename T>
    std::shared_ptr<T> numbered(int number)
    {
        auto object = std::make_shared<T>();
        object->meta.name = "o" + std::to_string(++objects);
        object->meta.generation = number;
        return object;
    }
    void happen(const framework::ClusterEvent& event, const api::ObjectPtr& before, const api::ObjectPtr& after)
    {
        queue->moveAll(event, before, after);
    }
    void addPod(const std::string& name, int detail)
    {
        if (pods.contains(name) || isInFlight(name))
            return;
        auto made = pod(name, detail % 3);
        if (detail >= 6)
            made->spec.schedulingGates = {"g"};
        pods[name] = made;
        queue->add(made);
    }
    void removePod(const std::string& name)
    {
        auto it = pods.find(name);
        if (it == pods.end())
            return;
        handle.objects.erase(*it->second);
        if (!taken.erase(name))
            queue->remove(*it->second);
        pods.erase(it);
    }
    template <typename Change>
    void change(const std::string& name, Change how)
    {
        auto it = pods.find(name);
        if (it != pods.end() && !taken.contains(name))
            it->second = update(it->second, how);
    }
    void comeBack(const std::vector<std::string>& rejectors, const std::vector<std::string>& pending)
    {
        if (inFlight.empty())
            return;
        auto record = inFlight.front();
        inFlight.erase(inFlight.begin());
        auto known = pods.find(record->pod().meta.name);
        if (known == pods.end())
            return queue->done(record->pod().meta.uid); // as the failure handler does with pods that are gone
        record->podInfo = framework::PodInfo::remake(*record->podInfo, known->second);
        fail(record, rejectors, pending);
    }
    void comeBackByPlugins(int detail)
    {
        std::vector<std::string> rejectors;
        if (detail % 4 != 1)
            rejectors.push_back("Even");
        if (detail % 4 != 2)
            rejectors.push_back("Odd");
        comeBack(rejectors, detail >= 6 ? std::vector<std::string>{rejectors.front()} : std::vector<std::string>{});
    }
    void succeed()
    {
        if (inFlight.empty())
            return;
        const auto record = inFlight.front();
        inFlight.erase(inFlight.begin());
        queue->done(record->pod().meta.uid);
        if (pods.contains(record->pod().meta.name))
            taken.insert(record->pod().meta.name);
    }
};

bool saysQueue(const trace::QueueMove& move)
{
    return !move.verdicts.empty() && move.verdicts.back().second != "Skip";
}

/// Whether the step could have moved that pod so, and the record says why.
bool hasReason(const trace::QueueMove& move, const Step& step, const std::string& stepPod)
{
    const auto cause = move.cause.str();
    const bool own = move.pod == "default/" + stepPod;
    switch (step.action) {
    case Action::Add: return own && cause == "UnschedulablePodAdd";
    case Action::Delete: return own && cause == "PodDelete" && move.to == QueuePlace::None;
    case Action::Gate:
        return own && (cause == "UnschedulablePodUpdate" || (cause == "UnschedulablePodUpdatePodSchedulingGatesEliminated"
                                                              && saysQueue(move)));
    case Action::Relabel: return own && cause == "UnschedulablePodUpdate";
    case Action::Pop: return move.to == QueuePlace::None && (cause == "Pop" || cause == "PopFromBackoffQ");
    case Action::FailByError: return cause == "ScheduleAttemptFailure" && move.to == QueuePlace::Backoff;
    case Action::FailByPlugins:
        if (cause != "ScheduleAttemptFailure")
            return false;
        return move.to == QueuePlace::Unschedulable
            ? move.during.empty()
            : move.to == QueuePlace::Gated || move.during.str() == "ForceActivate"
                || move.during.str() == "UnschedulableTimeout" || (saysQueue(move) && !move.during.empty());
    case Action::Succeed: return false;
    case Action::NodeAdd: return cause == "NodeAdd" && saysQueue(move) && !move.object.empty();
    case Action::PodDelete: return cause == "AssignedPodDelete" && saysQueue(move) && !move.object.empty();
    case Action::Time: return cause == "BackoffComplete" && move.from == QueuePlace::Backoff;
    case Action::Leftover: return cause == "UnschedulableTimeout" && move.from == QueuePlace::Unschedulable;
    case Action::Activate: return own && cause == "ForceActivate";
    }
    return false;
}

/// What plugins Even and Odd must have said: the pod moves at an event exactly if one of its rejectors likes it.
void checkHints(Life& life, const Step& step, const std::map<std::string, framework::QueuedPodInfo>& before)
{
    if (step.action != Action::NodeAdd && step.action != Action::PodDelete)
        return;
    const api::Symbol liking(step.detail % 2 == 0 ? "Even" : "Odd");
    for (const auto& [key, record] : before) {
        const bool moved = life.queue->placeOf(key) != QueuePlace::Unschedulable;
        RC_ASSERT(moved == record.rejectedBy(liking));
    }
}

}

class QueueProperties : public QObject {
    Q_OBJECT

private slots:
    void randomLives()
    {
        QVERIFY(rc::check("one place each, and a reason for every move", [] {
            Life life;
            const auto list = *rc::gen::resize(120, rc::gen::container<std::vector<Step>>(steps()));
            for (const auto& step : list) {
                std::map<std::string, framework::QueuedPodInfo> unschedulable;
                trace::QueueRecord record;
                life.queue->describe(record);
                for (const auto& key : record.unschedulable)
                    unschedulable.emplace(key, *life.queue->find(key));
                const auto moves = life.moves.size();
                life.perform(step);
                life.check();
                checkHints(life, step, unschedulable);
                for (auto i = moves; i < life.moves.size(); ++i)
                    if (!hasReason(life.moves[i], step, life.nameOf(step)))
                        RC_FAIL("move of " + life.moves[i].pod + " by " + life.moves[i].cause.str());
            }
        }));
    }

    /// Following the records from move to move gives where every pod is: none is missing, none contradicts the next.
    void movesTellWherePodsAre()
    {
        QVERIFY(rc::check("the trace of moves is the queue", [] {
            Life life;
            const auto list = *rc::gen::resize(120, rc::gen::container<std::vector<Step>>(steps()));
            for (const auto& step : list)
                life.perform(step);
            std::map<std::string, QueuePlace> at;
            for (const auto& move : life.moves) {
                RC_ASSERT(move.from == at[move.pod]);
                at[move.pod] = move.to;
            }
            for (const auto& [pod, place] : at)
                RC_ASSERT(place == life.queue->placeOf(pod));
        }));
    }
};

QTEST_APPLESS_MAIN(QueueProperties)
#include "tst_queue_properties.moc"
