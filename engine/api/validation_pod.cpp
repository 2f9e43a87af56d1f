// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace berth::api::rules {

namespace {

/// In the order in which a second source is noticed.
constexpr std::array<std::string_view, 30> volumeSources = {"emptyDir",
                                                            "hostPath",
                                                            "gitRepo",
                                                            "gcePersistentDisk",
                                                            "awsElasticBlockStore",
                                                            "secret",
                                                            "nfs",
                                                            "iscsi",
                                                            "glusterfs",
                                                            "flocker",
                                                            "persistentVolumeClaim",
                                                            "rbd",
                                                            "cinder",
                                                            "cephfs",
                                                            "quobyte",
                                                            "downwardAPI",
                                                            "fc",
                                                            "flexVolume",
                                                            "configMap",
                                                            "azureFile",
                                                            "vsphereVolume",
                                                            "photonPersistentDisk",
                                                            "portworxVolume",
                                                            "azureDisk",
                                                            "storageos",
                                                            "projected",
                                                            "scaleIO",
                                                            "csi",
                                                            "ephemeral",
                                                            "image"};

std::set<std::string_view> splitSources(std::string_view text)
{
    std::set<std::string_view> sources;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        sources.insert(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return sources;
}

void checkVolumeSource(const Volume& volume, const std::string& path, FieldErrors& errors)
{
    const auto given = splitSources(volume.source);
    bool first = true;
    for (const std::string_view source : volumeSources) {
        if (!given.contains(source))
            continue;
        const std::string where = field::child(path, source);
        if (!first)
            errors.push_back(field::forbidden(where, "may not specify more than 1 volume type"));
        else if (source == "persistentVolumeClaim" && volume.claimName.empty())
            errors.push_back(field::required(where + ".claimName"));
        first = false;
    }
}

/// The names of the volumes that are good enough to be mounted.
std::vector<std::string> checkVolumes(const PodSpec& spec, const ObjectMeta* podMeta, const std::string& path,
                                      FieldErrors& errors)
{
    std::set<std::string> generatedClaims;
    for (const auto& volume : spec.volumes)
        if (podMeta && !podMeta->name.empty() && splitSources(volume.source).contains("ephemeral"))
            generatedClaims.insert(podMeta->name + "-" + volume.name);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < spec.volumes.size(); ++i) {
        const auto& volume = spec.volumes[i];
        const std::string where = field::index(path, i);
        FieldErrors found;
        checkVolumeSource(volume, where, found);
        if (volume.name.empty())
            found.push_back(field::required(where + ".name"));
        else
            addInvalid(where + ".name", volume.name, isDnsLabel(volume.name), found);
        if (std::find(names.begin(), names.end(), volume.name) != names.end())
            found.push_back(field::duplicate(where + ".name", volume.name));
        if (found.empty())
            names.push_back(volume.name);
        errors.insert(errors.end(), found.begin(), found.end());
        if (generatedClaims.contains(volume.claimName) && splitSources(volume.source).contains("persistentVolumeClaim"))
            errors.push_back(field::invalid(where + ".persistentVolumeClaim.claimName", volume.claimName,
                                            "must not reference a PVC that gets created for an ephemeral volume"));
    }
    return names;
}

void checkResourceClaim(const PodResourceClaim& claim, std::set<std::string>& names, const std::string& path,
                        FieldErrors& errors)
{
    if (claim.name.empty()) {
        errors.push_back(field::required(path + ".name"));
    } else if (names.contains(claim.name)) {
        errors.push_back(field::duplicate(path + ".name", claim.name));
    } else {
        addInvalid(path + ".name", claim.name, isDnsLabel(claim.name), errors);
        names.insert(claim.name);
    }
    const auto text = [](const std::optional<std::string>& name) { return name ? field::jsonQuoted(*name) : "null"; };
    const auto entry = field::Shown::json(
        "{\"Name\":" + field::jsonQuoted(claim.name) + ",\"ResourceClaimName\":" + text(claim.resourceClaimName)
        + ",\"ResourceClaimTemplateName\":" + text(claim.resourceClaimTemplateName) + "}");
    if (claim.resourceClaimName && claim.resourceClaimTemplateName)
        errors.push_back(field::invalid(
            path, entry, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"));
    if (!claim.resourceClaimName && !claim.resourceClaimTemplateName)
        errors.push_back(
            field::invalid(path, entry, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
    if (claim.resourceClaimName)
        addInvalid(path + ".resourceClaimName", *claim.resourceClaimName, isDnsSubdomain(*claim.resourceClaimName),
                   errors);
    if (claim.resourceClaimTemplateName)
        addInvalid(path + ".resourceClaimTemplateName", *claim.resourceClaimTemplateName,
                   isDnsSubdomain(*claim.resourceClaimTemplateName), errors);
}

void checkHostNetwork(const PodSpec& spec, bool isPod, const std::string& path, FieldErrors& errors)
{
    if (!spec.hostNetwork)
        return;
    for (std::size_t i = 0; i < spec.containers.size(); ++i)
        for (std::size_t j = 0; j < spec.containers[i].ports.size(); ++j) {
            const auto& port = spec.containers[i].ports[j];
            if ((isPod || port.hostPort != 0) && port.hostPort != port.containerPort)
                errors.push_back(
                    field::invalid(field::index(field::index(path + ".containers", i) + ".ports", j) + ".hostPort",
                                   port.hostPort, "must match `containerPort` when `hostNetwork` is true"));
        }
}

void checkRestartPolicy(const std::string& policy, const std::string& path, FieldErrors& errors)
{
    if (policy.empty())
        errors.push_back(field::required(path));
    else if (policy != "Always" && policy != "OnFailure" && policy != "Never")
        errors.push_back(field::notSupported(path, field::Shown::enumText(policy), {"Always", "OnFailure", "Never"}));
}

void checkSchedulingGates(const std::vector<std::string>& gates, const std::string& path, FieldErrors& errors)
{
    std::set<std::string> seen;
    for (std::size_t i = 0; i < gates.size(); ++i) {
        checkLabelKey(gates[i], field::index(path, i), errors);
        if (!seen.insert(gates[i]).second)
            errors.push_back(field::duplicate(field::index(path, i), gates[i]));
    }
}

void checkInclusionPolicy(const std::optional<std::string>& policy, const std::string& path, FieldErrors& errors)
{
    if (policy && *policy != "Honor" && *policy != "Ignore")
        errors.push_back(field::notSupported(path, field::Shown::enumText(*policy), {"Honor", "Ignore"}));
}

void checkMinDomains(const TopologySpreadConstraint& constraint, const std::string& path, FieldErrors& errors)
{
    if (!constraint.minDomains)
        return;
    if (*constraint.minDomains <= 0)
        errors.push_back(field::invalid(path, *constraint.minDomains, notZero));
    if (constraint.whenUnsatisfiable != "DoNotSchedule")
        errors.push_back(field::invalid(path, *constraint.minDomains,
                                        "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "
                                            + constraint.whenUnsatisfiable));
}

/// Where keys are not merged into the selector, they may not be in it at all.
void checkUnmergedLabelKeys(const TopologySpreadConstraint& constraint, const std::string& path, FieldErrors& errors)
{
    if (constraint.matchLabelKeys.empty())
        return;
    std::set<Symbol> selectorKeys;
    if (!constraint.labelSelector) {
        errors.push_back(field::forbidden(path, "must not be specified when labelSelector is not set"));
    } else {
        for (const auto& label : constraint.labelSelector->matchLabels)
            selectorKeys.insert(label.first);
        for (const auto& expression : constraint.labelSelector->matchExpressions)
            selectorKeys.insert(expression.key);
    }
    for (std::size_t i = 0; i < constraint.matchLabelKeys.size(); ++i) {
        const Symbol key = constraint.matchLabelKeys[i];
        checkLabelKey(key.view(), field::index(path, i), errors);
        if (selectorKeys.contains(key))
            errors.push_back(
                field::invalid(field::index(path, i), key.view(), "exists in both matchLabelKeys and labelSelector"));
    }
}

void checkSpreadConstraint(const std::vector<TopologySpreadConstraint>& constraints, std::size_t i,
                           const std::string& path, const ApiGates& gates, FieldErrors& errors)
{
    const auto& constraint = constraints[i];
    if (constraint.maxSkew <= 0)
        errors.push_back(field::invalid(path + ".maxSkew", constraint.maxSkew, notZero));
    if (constraint.topologyKey.empty())
        errors.push_back(field::required(path + ".topologyKey", "can not be empty"));
    if (constraint.whenUnsatisfiable != "DoNotSchedule" && constraint.whenUnsatisfiable != "ScheduleAnyway")
        errors.push_back(field::notSupported(path + ".whenUnsatisfiable",
                                             field::Shown::enumText(constraint.whenUnsatisfiable),
                                             {"DoNotSchedule", "ScheduleAnyway"}));
    const bool repeated = std::any_of(constraints.begin() + static_cast<std::ptrdiff_t>(i) + 1, constraints.end(),
                                      [&](const TopologySpreadConstraint& other) {
                                          return other.topologyKey == constraint.topologyKey
                                                 && other.whenUnsatisfiable == constraint.whenUnsatisfiable;
                                      });
    if (repeated)
        errors.push_back(
            field::duplicate(path + ".{topologyKey, whenUnsatisfiable}",
                             "{" + constraint.topologyKey.str() + ", " + constraint.whenUnsatisfiable + "}"));
    checkMinDomains(constraint, path + ".minDomains", errors);
    checkInclusionPolicy(constraint.nodeAffinityPolicy, path + ".nodeAffinityPolicy", errors);
    checkInclusionPolicy(constraint.nodeTaintsPolicy, path + ".nodeTaintsPolicy", errors);
    if (gates.matchLabelKeysInPodTopologySpread && gates.matchLabelKeysInPodTopologySpreadSelectorMerge)
        checkLabelKeys(constraint.matchLabelKeys, {}, constraint.labelSelector, path, errors);
    else
        checkUnmergedLabelKeys(constraint, path + ".matchLabelKeys", errors);
    checkLabelSelector(constraint.labelSelector, path + ".labelSelector", errors);
}

/// Names and numbers that only the document has, and nodeName among them, in the order of the checks.
void checkPlainFields(const PodSpec& spec, const std::string& path, const Value* document, FieldErrors& errors)
{
    const auto checkName = [&](const char* name, NameCheck check) {
        const std::string text = textAt(document, {name});
        if (!text.empty())
            addInvalid(field::child(path, name), text, check(text), errors);
    };
    checkName("serviceAccountName", isDnsSubdomain);
    if (!spec.nodeName.empty())
        addInvalid(path + ".nodeName", spec.nodeName, isDnsSubdomain(spec.nodeName), errors);
    const auto deadline = numberAt(document, {"activeDeadlineSeconds"});
    if (deadline && (*deadline < 1 || *deadline > std::numeric_limits<std::int32_t>::max()))
        errors.push_back(
            field::invalid(path + ".activeDeadlineSeconds", *deadline, "must be between 1 and 2147483647, inclusive"));
    checkName("hostname", isDnsLabel);
    checkName("subdomain", isDnsLabel);
}

}

void checkTaintEffect(Symbol effect, bool emptyAllowed, const std::string& path, FieldErrors& errors)
{
    if (effect.empty()) {
        if (!emptyAllowed)
            errors.push_back(field::required(path));
    } else if (effect != "NoSchedule" && effect != "PreferNoSchedule" && effect != "NoExecute") {
        errors.push_back(field::notSupported(path, field::Shown::enumText(effect.view()),
                                             {"NoSchedule", "PreferNoSchedule", "NoExecute"}));
    }
}

void checkTolerations(const std::vector<Toleration>& tolerations, const std::string& path, const ApiGates& gates,
                      FieldErrors& errors)
{
    for (std::size_t i = 0; i < tolerations.size(); ++i) {
        const auto& toleration = tolerations[i];
        const std::string where = field::index(path, i);
        if (!toleration.key.empty())
            checkLabelKey(toleration.key.view(), where + ".key", errors);
        else if (toleration.op != "Exists")
            errors.push_back(
                field::invalid(where + ".operator", field::Shown::enumText(toleration.op),
                               "operator must be Exists when `key` is empty, which means \"match all values "
                               "and all keys\""));
        if (toleration.tolerationSeconds && toleration.effect != "NoExecute")
            errors.push_back(field::invalid(where + ".effect", field::Shown::enumText(toleration.effect.view()),
                                            "effect must be 'NoExecute' when `tolerationSeconds` is set"));
        checkTolerationValue(toleration, where, gates, errors);
        checkTaintEffect(toleration.effect, true, where + ".effect", errors);
    }
}

void checkTolerationValue(const Toleration& toleration, const std::string& path, const ApiGates& gates,
                          FieldErrors& errors)
{
    const std::string_view value = toleration.value.view();
    const std::string opPath = path + ".operator";
    if (toleration.op.empty() || toleration.op == "Equal") {
        if (const auto messages = isValidLabelValue(value); !messages.empty())
            errors.push_back(field::invalid(opPath, value, joined(messages, ";")));
    } else if (toleration.op == "Exists") {
        if (!value.empty())
            errors.push_back(field::invalid(opPath, value, "value must be empty when `operator` is 'Exists'"));
    } else if (toleration.op != "Lt" && toleration.op != "Gt") {
        errors.push_back(field::notSupported(opPath, field::Shown::enumText(toleration.op), {"Equal", "Exists"}));
    } else if (!gates.taintTolerationComparisonOperators) {
        errors.push_back(
            field::notSupported(opPath, field::Shown::enumText(toleration.op), {"Equal", "Exists", "Lt", "Gt"}));
    } else {
        addInvalid(path + ".value", value, isDecimalInteger(value), errors);
        if (const std::string problem = parseGoIntProblem(value); !problem.empty())
            errors.push_back(field::invalid(path + ".value", value, problem));
    }
}

void checkPreemptionPolicy(std::string_view policy, const std::string& path, FieldErrors& errors)
{
    if (!policy.empty() && policy != "PreemptLowerPriority" && policy != "Never")
        errors.push_back(field::notSupported(path, field::Shown::enumText(policy), {"PreemptLowerPriority", "Never"}));
}

void checkPodSpec(const PodSpec& spec, const std::string& path, const PodSpecContext& context, FieldErrors& errors)
{
    auto volumeNames = checkVolumes(spec, context.podMeta, path + ".volumes", errors);
    volumeNames.insert(volumeNames.end(), context.extraVolumes.begin(), context.extraVolumes.end());
    std::set<std::string> claimNames;
    for (std::size_t i = 0; i < spec.resourceClaims.size(); ++i)
        checkResourceClaim(spec.resourceClaims[i], claimNames, field::index(path + ".resourceClaims", i), errors);
    checkContainers(spec, volumeNames, path, context, errors);
    if (spec.resources && context.gates.podLevelResources)
        checkPodLevelResources(spec, path + ".resources", errors);
    checkHostNetwork(spec, context.podMeta != nullptr, path, errors);
    checkRestartPolicy(spec.restartPolicy, path + ".restartPolicy", errors);
    checkLabels(spec.nodeSelector, path + ".nodeSelector", errors);
    if (spec.affinity)
        checkAffinity(*spec.affinity, path + ".affinity", errors);
    checkSchedulingGates(spec.schedulingGates, path + ".schedulingGates", errors);
    for (std::size_t i = 0; i < spec.topologySpreadConstraints.size(); ++i)
        checkSpreadConstraint(spec.topologySpreadConstraints, i, field::index(path + ".topologySpreadConstraints", i),
                              context.gates, errors);
    checkPlainFields(spec, path, context.document, errors);
    checkTolerations(spec.tolerations, path + ".tolerations", context.gates, errors);
    if (!spec.priorityClassName.empty())
        addInvalid(path + ".priorityClassName", spec.priorityClassName, isDnsSubdomain(spec.priorityClassName), errors);
    if (const std::string name = textAt(context.document, {"runtimeClassName"}); !name.empty())
        addInvalid(path + ".runtimeClassName", name, isDnsSubdomain(name), errors);
    checkPreemptionPolicy(spec.preemptionPolicy, path + ".preemptionPolicy", errors);
    if (!spec.overhead.empty())
        checkContainerResources({spec.overhead, {}, {}}, {}, path + ".overhead", errors);
}

void checkPod(const Pod& pod, const ApiGates& gates, FieldErrors& errors)
{
    checkMetadata(pod.meta, true, isDnsSubdomain, errors);
    PodSpecContext context;
    context.podMeta = &pod.meta;
    context.document = at(pod.document.get(), {"spec"});
    context.gates = gates;
    checkPodSpec(pod.spec, "spec", context, errors);
    const auto checkImage = [&errors](const Container& container, const std::string& path) {
        constexpr std::string_view blanks = " \t\n\v\f\r";
        const auto& image = container.image;
        if (!image.empty()
            && (blanks.find(image.front()) != std::string_view::npos
                || blanks.find(image.back()) != std::string_view::npos))
            errors.push_back(field::invalid(path + ".image", image, "must not have leading or trailing whitespace"));
    };
    for (std::size_t i = 0; i < pod.spec.containers.size(); ++i)
        checkImage(pod.spec.containers[i], field::index("spec.containers", i));
    for (std::size_t i = 0; i < pod.spec.initContainers.size(); ++i)
        checkImage(pod.spec.initContainers[i], field::index("spec.initContainers", i));
    if (!pod.spec.nodeName.empty() && !pod.spec.schedulingGates.empty())
        errors.push_back(
            field::forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
}

}
