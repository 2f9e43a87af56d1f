// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/decode_kind.h"

#include "api/go_text.h"
#include "api/meta.h"
#include "api/strict_decode.h"

#include <algorithm>
#include <array>
#include <utility>

namespace berth::api {
namespace {

constexpr std::string_view schemeName = "pkg/api/legacyscheme/scheme.go:30";

tl::unexpected<Problem> refuse(std::string message, Position position = {}, std::string path = {})
{
    Problem problem;
    problem.message = std::move(message);
    problem.position = position;
    problem.path = std::move(path);
    return tl::make_unexpected(std::move(problem));
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

/// The member that Go's case-insensitive decoder ends up with: of several spellings the bytewise last.
const Value* findLoosely(const Value& object, std::string_view name)
{
    const Value::Member* found = nullptr;
    for (const Value::Member& member : object.members)
        if (equalsIgnoringCase(member.key, name) && !member.value.isNull() && (!found || found->key < member.key))
            found = &member;
    return found ? &found->value : nullptr;
}

struct GroupVersion {
    std::string_view group;
    std::string_view version;
};

/// `v1`, `apps/v1`; nothing for texts with several slashes.
bool parseGroupVersion(std::string_view text, GroupVersion& out)
{
    if (text.empty() || text == "/")
        return true;
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) {
        out.version = text;
        return true;
    }
    out = {text.substr(0, slash), text.substr(slash + 1)};
    return out.version.find('/') == std::string_view::npos;
}

/// Versions that are gone from clusters while the API server's code still reads them, and where the kinds went.
std::string servedVersionOf(const std::string& apiVersion)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> moved{{
        {"apps/v1beta1", "apps/v1"},
        {"apps/v1beta2", "apps/v1"},
        {"batch/v1beta1", "batch/v1"},
        {"events.k8s.io/v1beta1", "events.k8s.io/v1"},
        {"policy/v1beta1", "policy/v1"},
        {"rbac.authorization.k8s.io/v1alpha1", "rbac.authorization.k8s.io/v1"},
        {"rbac.authorization.k8s.io/v1beta1", "rbac.authorization.k8s.io/v1"},
        {"scheduling.k8s.io/v1beta1", "scheduling.k8s.io/v1"},
        {"storage.k8s.io/v1beta1", "storage.k8s.io/v1"},
    }};
    const auto row = std::ranges::find(moved, std::string_view(apiVersion), &std::pair<std::string_view, std::string_view>::first);
    return row == moved.end() ? apiVersion : std::string(row->second);
}

/// Groups whose types the table has for other purposes, or that no API server knows any more.
bool isForeignGroup(std::string_view group)
{
    return group == "kubescheduler.config.k8s.io" || group == "extensions";
}

tl::expected<Identity, Problem> lookUp(const Value& kind, const GroupVersion& version)
{
    std::string apiVersion(version.group);
    apiVersion += apiVersion.empty() ? "" : "/";
    apiVersion += version.version;
    Identity identity{kind.text, apiVersion, servedVersionOf(apiVersion), {}};
    if (!isForeignGroup(version.group))
        identity.goType = goTypeOf(apiVersion, kind.text);
    if (identity.goType.empty())
        return refuse("no kind " + goQuote(kind.text) + " is registered for version " + goQuote(apiVersion) + " in scheme " +
                          goQuote(schemeName),
                      kind.position, "kind");
    return identity;
}

}

tl::expected<Identity, Problem> identify(const Value& document, const std::function<std::string()>& quoted)
{
    constexpr std::string_view unreadable = "couldn't get version/kind; json parse error: json: cannot unmarshal ";
    if (!document.isObject())
        return refuse(std::string(unreadable) + std::string(document.goKind()) +
                          " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                          "Kind string \"json:\\\"kind,omitempty\\\"\" }",
                      document.position);
    const Value* apiVersion = findLoosely(document, "apiVersion");
    const Value* kind = findLoosely(document, "kind");
    for (const auto& [value, name] : {std::pair(apiVersion, "apiVersion"), std::pair(kind, "kind")})
        if (value && !value->isString())
            return refuse(std::string(unreadable) + std::string(value->goKind()) + " into Go struct field ." + name + " of type string",
                          value->position, name);
    GroupVersion version;
    if (apiVersion && !parseGroupVersion(apiVersion->text, version))
        return refuse("unexpected GroupVersion string: " + apiVersion->text, apiVersion->position, "apiVersion");
    if (!kind || kind->text.empty())
        return refuse("Object 'Kind' is missing in '" + quoted() + "'", document.members.front().keyPosition, "kind");
    if (version.version.empty())
        return refuse("Object 'apiVersion' is missing in '" + quoted() + "'", document.members.front().keyPosition, "apiVersion");
    return lookUp(*kind, version);
}

bool isNamespacedKind(std::string_view kind)
{
    if (const auto known = kindFromName(kind))
        return isNamespaced(*known);
    static constexpr std::array<std::string_view, 27> clusterKinds{
        "APIService", "CertificateSigningRequest", "ClusterRole", "ClusterRoleBinding", "ClusterTrustBundle",
        "ComponentStatus", "CustomResourceDefinition", "DeviceTaintRule", "FlowSchema", "IPAddress", "IngressClass",
        "MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration",
        "PriorityLevelConfiguration", "ResourcePoolStatusRequest", "RuntimeClass", "SelfSubjectAccessReview",
        "SelfSubjectReview", "SelfSubjectRulesReview", "ServiceCIDR", "StorageVersion", "StorageVersionMigration",
        "SubjectAccessReview", "TokenReview", "ValidatingAdmissionPolicy", "VolumeAttributesClass"};
    return std::ranges::find(clusterKinds, kind) == clusterKinds.end() && kind != "ValidatingAdmissionPolicyBinding" &&
           kind != "ValidatingWebhookConfiguration";
}

}
