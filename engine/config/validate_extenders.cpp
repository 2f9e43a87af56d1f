// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/validate_extenders.h"

#include "api/names.h"

#include <set>
#include <string_view>

namespace berth::config {

namespace {

using api::FieldErrors;
using api::field::child;
using api::field::index;
using api::field::Shown;
namespace field = api::field;

/// Extended resources have a domain of their own, and leave room for the prefix that quota puts before them.
bool isExtendedResourceName(const std::string& name)
{
    constexpr std::string_view quotaPrefix = "requests.";
    return name.find('/') != std::string::npos && name.find("kubernetes.io/") == std::string::npos &&
           !name.starts_with(quotaPrefix) && api::isQualifiedName(std::string(quotaPrefix) + name).empty();
}

FieldErrors checkResourceName(const std::string& path, const std::string& name)
{
    FieldErrors errors;
    for (const std::string& message : api::isQualifiedName(name))
        errors.push_back(field::invalid(path, Shown::enumText(name), message));
    if (errors.empty() && !isExtendedResourceName(name))
        errors.push_back(field::invalid(path, name, "is an invalid extended resource name"));
    return errors;
}

bool hasPem(std::string_view data) { return data.find("-----BEGIN ") != std::string_view::npos; }

}

FieldErrors validateExtenders(const std::vector<Extender>& extenders)
{
    FieldErrors errors;
    std::set<std::string_view> seen;
    int binders = 0;
    for (std::size_t i = 0; i < extenders.size(); ++i) {
        const Extender& extender = extenders[i];
        const std::string path = index("extenders", i);
        if (!extender.prioritizeVerb.empty() && extender.weight <= 0)
            errors.push_back(field::invalid(child(path, "weight"), extender.weight,
                                            "must have a positive weight applied to it"));
        binders += extender.bindVerb.empty() ? 0 : 1;
        for (std::size_t j = 0; j < extender.managedResources.size(); ++j) {
            const std::string& name = extender.managedResources[j].name;
            const std::string at = child(index(child(path, "managedResources"), j), "name");
            for (api::FieldError& error : checkResourceName(at, name))
                errors.push_back(std::move(error));
            if (!seen.insert(name).second)
                errors.push_back(field::invalid(at, name, "duplicate extender managed resource name"));
        }
    }
    if (binders > 1)
        errors.push_back(field::invalid("extenders",
                                        "found " + std::to_string(binders) + " extenders implementing bind",
                                        "only one extender can implement bind"));
    return errors;
}

std::string extenderClientError(const Extender& extender)
{
    const ExtenderTLSConfig tls = extender.tlsConfig.value_or(ExtenderTLSConfig{});
    const bool hasAuthority = !tls.caData.empty() || !tls.caFile.empty();
    const bool hasCertificate = (!tls.certData.empty() || !tls.certFile.empty()) &&
                                (!tls.keyData.empty() || !tls.keyFile.empty());
    if (hasAuthority && tls.insecure)
        return "specifying a root certificates file with the insecure flag is not allowed";
    if (!tls.caData.empty() && !hasPem(tls.caData))
        return "unable to load root certificates: unable to parse bytes as PEM block";
    if (hasCertificate && !tls.certData.empty() && !hasPem(tls.certData))
        return "tls: failed to find any PEM data in certificate input";
    if (hasCertificate && !tls.keyData.empty() && !hasPem(tls.keyData))
        return "tls: failed to find any PEM data in key input";
    return {};
}

}
