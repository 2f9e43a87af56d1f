// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/pod_info.h"

#include "api/pod_requests.h"

#include <algorithm>

namespace berth::framework {
namespace {

constexpr std::int64_t defaultMilliCpu = 100;
constexpr std::int64_t defaultMemory = 200 * 1024 * 1024;

tl::expected<AffinityTerm, std::string> parseTerm(const api::Pod& pod, const api::PodAffinityTerm& term)
{
    auto selector = api::Selector::from(term.labelSelector);
    if (!selector)
        return tl::unexpected(selector.error());
    auto namespaceSelector = api::Selector::from(term.namespaceSelector);
    if (!namespaceSelector)
        return tl::unexpected(namespaceSelector.error());
    AffinityTerm parsed{term.namespaces, *selector, term.topologyKey, *namespaceSelector};
    if (parsed.namespaces.empty() && !term.namespaceSelector)
        parsed.namespaces.push_back(pod.meta.namespace_);
    return parsed;
}

class TermParser {
public:
    explicit TermParser(const api::Pod& pod) : pod_(pod) {}

    void required(const std::vector<api::PodAffinityTerm>& terms, std::vector<AffinityTerm>& out, const char* what)
    {
        auto parsed = parseAffinityTerms(pod_, terms);
        if (!parsed)
            return fail(what, parsed.error());
        out = std::move(*parsed);
    }

    void preferred(const std::vector<api::WeightedPodAffinityTerm>& terms, std::vector<WeightedAffinityTerm>& out,
                   const char* what)
    {
        std::vector<WeightedAffinityTerm> parsed;
        for (const auto& term : terms) {
            auto one = parseTerm(pod_, term.term);
            if (!one)
                return fail(what, one.error());
            parsed.push_back({term.weight, std::move(*one)});
        }
        out = std::move(parsed);
    }

    /// One error stands alone, several are a list.
    std::string error() const
    {
        if (errors_.size() == 1)
            return errors_.front();
        std::string all;
        for (const auto& error : errors_)
            all += (all.empty() ? "[" : ", ") + error;
        return all.empty() ? all : all + "]";
    }

private:
    void fail(const char* what, const std::string& error)
    {
        auto text = std::string(what) + ": " + error;
        if (std::find(errors_.begin(), errors_.end(), text) == errors_.end())
            errors_.push_back(text);
    }

    const api::Pod& pod_;
    std::vector<std::string> errors_;
};

/// NonZeroRequested: with pod-level requests only what is still missing in the sum is filled in.
void computeNonZero(PodInfo& info)
{
    const auto& pod = *info.pod;
    info.nonZeroMilliCpu = info.requests.milliCpu;
    info.nonZeroMemory = info.requests.memory;
    const bool podLevel = api::hasPodLevelRequests(pod);
    if (podLevel) {
        const auto& requests = pod.spec.resources->requests;
        if (requests.contains(resource_name::cpu) && requests.contains(resource_name::memory))
            return;
    }
    api::PodRequestsOptions options{.useStatus = true, .podLevel = true};
    api::ResourceList missing;
    if (podLevel) {
        auto plain = api::podRequests(pod, options);
        for (const auto& [name, quantity] : nonMissingRequests())
            if (!plain.contains(name))
                missing.set(name, quantity);
    }
    options.nonMissingContainerRequests = podLevel ? &missing : &nonMissingRequests();
    auto filled = Resource(api::podRequests(pod, options));
    info.nonZeroMilliCpu = filled.milliCpu;
    info.nonZeroMemory = filled.memory;
}

void computeAmounts(PodInfo& info)
{
    info.requests = Resource(api::podRequests(*info.pod, {.useStatus = true, .podLevel = true}));
    computeNonZero(info);
    info.hostPorts = hostPortsOf(*info.pod);
}

}

const api::ResourceList& nonMissingRequests()
{
    static const api::ResourceList list{
        {resource_name::cpu, api::Quantity::fromMilli(defaultMilliCpu)},
        {resource_name::memory, api::Quantity(defaultMemory, api::Quantity::Format::BinarySI)},
    };
    return list;
}

bool AffinityTerm::matches(const api::Pod& pod, const api::StringMap& namespaceLabels) const
{
    const bool here = std::find(namespaces.begin(), namespaces.end(), pod.meta.namespace_) != namespaces.end();
    return (here || namespaceSelector.matches(namespaceLabels)) && selector.matches(pod.meta.labels);
}

tl::expected<std::vector<AffinityTerm>, std::string> parseAffinityTerms(const api::Pod& pod,
                                                                        const std::vector<api::PodAffinityTerm>& terms)
{
    std::vector<AffinityTerm> parsed;
    parsed.reserve(terms.size());
    for (const auto& term : terms) {
        auto one = parseTerm(pod, term);
        if (!one)
            return tl::unexpected(one.error());
        parsed.push_back(std::move(*one));
    }
    return parsed;
}

PodAffinityTerms PodAffinityTerms::of(const api::Pod& pod)
{
    PodAffinityTerms all;
    const auto& affinity = pod.spec.affinity;
    if (!affinity)
        return all;
    TermParser parser(pod);
    if (affinity->podAffinity)
        parser.required(affinity->podAffinity->required, all.requiredAffinity, "requiredAffinityTerms");
    if (affinity->podAntiAffinity)
        parser.required(affinity->podAntiAffinity->required, all.requiredAntiAffinity, "requiredAntiAffinityTerms");
    if (affinity->podAffinity)
        parser.preferred(affinity->podAffinity->preferred, all.preferredAffinity, "preferredAffinityTerms");
    if (affinity->podAntiAffinity)
        parser.preferred(affinity->podAntiAffinity->preferred, all.preferredAntiAffinity, "preferredAntiAffinityTerms");
    all.parseError = parser.error();
    return all;
}

std::vector<HostPort> hostPortsOf(const api::Pod& pod)
{
    std::vector<HostPort> ports;
    auto collect = [&ports](const api::Container& container) {
        for (const auto& port : container.ports)
            if (port.hostPort > 0)
                ports.push_back({port.hostIP, port.protocol, port.hostPort});
    };
    for (const auto& container : pod.spec.initContainers)
        if (container.restartPolicy == "Always")
            collect(container);
    for (const auto& container : pod.spec.containers)
        collect(container);
    return ports;
}

PodInfoPtr PodInfo::make(api::PodPtr pod)
{
    auto info = std::make_shared<PodInfo>();
    info->pod = std::move(pod);
    static_cast<PodAffinityTerms&>(*info) = PodAffinityTerms::of(*info->pod);
    const auto& affinity = info->pod->spec.affinity;
    info->hasPodAffinity = affinity && (affinity->podAffinity || affinity->podAntiAffinity);
    computeAmounts(*info);
    return info;
}

PodInfoPtr PodInfo::remake(const PodInfo& before, api::PodPtr pod)
{
    if (before.pod->meta.uid != pod->meta.uid)
        return make(std::move(pod));
    auto info = std::make_shared<PodInfo>(before);
    info->pod = std::move(pod);
    computeAmounts(*info);
    return info;
}

}
