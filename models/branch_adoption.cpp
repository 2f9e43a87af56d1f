// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/branch_adoption.h"

#include "api/text.h"
#include "design/yaml_rewrite.h"
#include "models/format.h"
#include "scenario/merge_patch.h"
#include "scenario/perform.h"
#include "scenario/scenario_file.h"

#include <QCoreApplication>

#include <span>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::BranchAdoption", text);
}

class Adopting {
public:
    Adopting(const design::Document& document, const BranchRequest& request) : request_(request) { result_.document = document; }

    BranchAdoption adopted()
    {
        api::Problems problems;
        for (const scenario::Step& step : scenario::readScenarioSteps(request_.steps.toStdString(), "branch", problems)) {
            step_ = &step;
            take();
        }
        if (request_.configuration) {
            const std::string text = request_.configuration->text.toStdString();
            if (text != result_.document.configuration().text) {
                result_.document = result_.document.withConfiguration(text);
                result_.taken << tr("the configuration");
            }
        }
        return std::move(result_);
    }

private:
    void take()
    {
        const std::string& action = step_->action;
        if (action == "create" || action == "update")
            takeObjects(action == "update");
        else if (action == "delete")
            takeDeletion();
        else if (const auto patches = scenario::patchesOf(*step_); !patches.empty())
            for (const scenario::ObjectPatch& patch : patches)
                takePatch(patch);
        else
            leave(tr("%1 only lets time pass or checks something.").arg(toQString(action)));
    }

    void leave(const QString& why) { result_.left << tr("Line %1: %2").arg(step_->position.line).arg(why); }

    void takeObjects(bool isUpdate)
    {
        for (const api::DecodedDocument& decoded : step_->objects) {
            if (!decoded.object || !decoded.object->document)
                continue;
            const std::string label = decoded.object->label();
            const design::ItemPtr item = find(label);
            if (item && !isUpdate) {
                leave(tr("%1 is there already.").arg(toQString(label)));
                continue;
            }
            if (!item && isUpdate) {
                leave(missing(label));
                continue;
            }
            if (item)
                result_.document = result_.document.withText(item->id(), design::rewritten(item->text(), *decoded.object->document));
            else
                result_.document = result_.document.withAdded(api::toYaml(*decoded.object->document));
            result_.taken << toQString(label);
        }
    }

    void takeDeletion()
    {
        const std::string label = labelOf(step_->kind, step_->namespace_, step_->name);
        const design::ItemPtr item = find(label);
        if (!item)
            return leave(missing(label));
        const design::Item::Id id = item->id();
        result_.document = result_.document.without(std::span(&id, 1));
        result_.taken << toQString(label);
    }

    void takePatch(const scenario::ObjectPatch& patch)
    {
        const std::string label = labelOf(patch.kind, patch.namespace_, patch.name);
        const design::ItemPtr item = find(label);
        if (!item || !item->object() || !item->object()->document)
            return leave(missing(label));
        api::Value after = *item->object()->document;
        scenario::mergePatch(after, patch.patch);
        result_.document = result_.document.withText(item->id(), design::rewritten(item->text(), after));
        result_.taken << toQString(label);
    }

    static QString missing(const std::string& label) { return tr("%1 is not in the design: the run has made it, or it is nowhere.").arg(toQString(label)); }

    /// A step that names no namespace means `default`, and nodes have none.
    static std::string labelOf(const std::string& kind, const std::string& space, const std::string& name)
    {
        return kind + " " + (space.empty() ? "" : space + "/") + name;
    }

    design::ItemPtr find(const std::string& label) const
    {
        const auto between = label.find(' ');
        const std::string kind = label.substr(0, between);
        const std::string key = label.substr(between + 1);
        if (const design::ItemPtr found = result_.document.find(kind, key))
            return found;
        return key.find('/') == std::string::npos ? result_.document.find(kind, "default/" + key) : nullptr;
    }

    const BranchRequest& request_;
    const scenario::Step* step_ = nullptr;
    BranchAdoption result_;
};

}

BranchAdoption adoptBranch(const design::Document& document, const BranchRequest& request)
{
    return Adopting(document, request).adopted();
}

}
