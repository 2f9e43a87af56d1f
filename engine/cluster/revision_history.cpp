// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/revision_history.h"

#include "api/convert_fields.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"
#include "cluster/pod_standing.h"
#include "cluster/safe_names.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;

namespace {

constexpr const char* hashLabel = "controller-revision-hash";

Revision readRevision(const api::ObjectPtr& object)
{
    const auto* hash = object->meta.labels.find(hashLabel);
    return {object->meta.name, hash ? hash->str() : std::string(),
            api::fields::int64(valueAt(*object, {}), "revision"), valueAt(*object, {"data", "spec", "template"}), object};
}

}

bool isControllerRevision(const api::Object& object)
{
    return object.kind == api::Kind::Other && object.kindText == "ControllerRevision";
}

RevisionHistory::RevisionHistory(const api::Workload& owner, const Opaques& stored, Plan& plan)
    : owner_(&owner), plan_(&plan)
{
    for (const auto& object : stored)
        if (isControlledBy(*object, owner))
            revisions_.push_back(readRevision(object));
    std::ranges::stable_sort(revisions_, {}, &Revision::number);
}

const Revision* RevisionHistory::find(std::string_view name) const
{
    const auto found = std::ranges::find(revisions_, name, &Revision::name);
    return found == revisions_.end() ? nullptr : &*found;
}

const Revision& RevisionHistory::append(const std::string& hash, std::int64_t number)
{
    Value document = ownedDocument("apps/v1", "ControllerRevision", *owner_);
    Value& meta = *document.find("metadata");
    setText(meta, "name", owner_->meta.name + "-" + hash);
    Value labels = toValue(owner_->podTemplate.meta.labels);
    setText(labels, hashLabel, hash);
    meta.set("labels", std::move(labels));
    const Value& podTemplate = valueAt(*owner_, {"spec", "template"});
    section(section(document, "data"), "spec").set("template", podTemplate);
    setNumber(document, "revision", number);
    auto object = makeObject(std::move(document));
    plan_->creations.push_back(object);
    return revisions_.emplace_back(Revision{object->meta.name, hash, number, podTemplate, object});
}

const Revision& RevisionHistory::update(std::int32_t& collisionCount,
                                        const std::function<bool(const std::string&)>& isTaken)
{
    const Value& podTemplate = valueAt(*owner_, {"spec", "template"});
    const std::int64_t newest = revisions_.empty() ? 0 : revisions_.back().number;
    const auto found = std::ranges::find_if(
        revisions_, [&podTemplate](const Revision& revision) { return sameValue(revision.podTemplate, podTemplate); });
    if (found == revisions_.end()) {
        std::string hash;
        do {
            hash = templateHash(podTemplate, collisionCount);
        } while (isTaken && isTaken(owner_->meta.name + "-" + hash) && ++collisionCount > 0);
        return append(hash, newest + 1);
    }
    if (found->number < newest) {
        auto object = std::make_shared<api::Opaque>(static_cast<const api::Opaque&>(*found->object));
        editDocument(*object, [newest](Value& document) { setNumber(document, "revision", newest + 1); });
        plan_->updates.push_back(object);
        found->number = newest + 1;
        found->object = object;
        std::rotate(found, found + 1, revisions_.end());
        return revisions_.back();
    }
    return *found;
}

void RevisionHistory::cleanUp(std::size_t limit, const std::set<std::string>& inUse)
{
    std::vector<api::ObjectPtr> unused;
    for (const auto& revision : revisions_)
        if (!inUse.contains(revision.name))
            unused.push_back(revision.object);
    for (std::size_t i = 0; i + limit < unused.size(); ++i)
        plan_->deletions.push_back(unused[i]);
}

}
