// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/signatures.h"

#include "api/text.h"
#include "framework/resource.h"

#include <algorithm>

namespace berth::plugins::signatures {

std::string quoted(std::string_view text) { return api::toJson(api::Value::string(std::string(text))); }

framework::SignFragment tolerations(const api::Pod& pod)
{
    auto sorted = pod.spec.tolerations;
    std::stable_sort(sorted.begin(), sorted.end(), [](const api::Toleration& a, const api::Toleration& b) {
        return a.key == b.key ? a.value < b.value : a.key < b.key;
    });
    std::string json = "[";
    for (const auto& toleration : sorted) {
        json += json.size() > 1 ? "," : "";
        json += "{\"key\":" + quoted(toleration.key.view()) + ",\"operator\":" + quoted(toleration.op) + ",\"value\":"
            + quoted(toleration.value.view()) + ",\"effect\":" + quoted(toleration.effect.view());
        if (toleration.tolerationSeconds)
            json += ",\"tolerationSeconds\":" + std::to_string(*toleration.tolerationSeconds);
        json += "}";
    }
    return {"v1.Pod.Spec.Tolerations", json + "]"};
}

framework::SignFragment requests(const api::Pod& pod)
{
    const auto sum = framework::Resource::requestedBy(pod);
    std::string json = "{\"MilliCPU\":" + std::to_string(sum.milliCpu) + ",\"Memory\":" + std::to_string(sum.memory)
        + ",\"EphemeralStorage\":" + std::to_string(sum.ephemeralStorage) + ",\"AllowedPodNumber\":0,\"ScalarResources\":{";
    bool first = true;
    for (const auto& [name, amount] : sum.scalars) {
        json += (first ? "" : ",") + quoted(name.view()) + ":" + std::to_string(amount);
        first = false;
    }
    return {"v1.Pod.Spec.ContainerRequestsAndOverheads()", json + "}}"};
}

framework::SignFragment volumes(const api::Pod& pod)
{
    std::vector<std::string> sources;
    for (const auto& volume : pod.spec.volumes) {
        if (volume.source == "configMap" || volume.source == "secret")
            continue;
        const auto* source = volume.document ? volume.document->find(volume.source) : nullptr;
        sources.push_back("{" + quoted(volume.source) + ":" + (source ? api::toJson(*source, true) : "{}") + "}");
    }
    std::sort(sources.begin(), sources.end());
    std::string json = "[";
    for (const auto& source : sources)
        json += (json.size() > 1 ? "," : "") + source;
    return {"v1.Pod.Spec.Volumes", json + "]"};
}

}
