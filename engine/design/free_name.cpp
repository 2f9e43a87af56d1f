// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/free_name.h"

namespace berth::design {

std::string freeName(const Names& taken, std::string name)
{
    if (!taken.contains(name))
        return name;
    const auto digits = name.find_last_not_of("0123456789");
    std::size_t number = 1;
    if (digits != std::string::npos && name[digits] == '-' && digits + 1 < name.size() && name.size() - digits < 9) {
        number = std::stoul(name.substr(digits + 1));
        name.resize(digits);
    }
    std::string free;
    do {
        free = name + "-" + std::to_string(++number);
    } while (taken.contains(free));
    return free;
}

std::vector<FieldEdit> renamingOf(const Item& item, const std::string& name)
{
    std::vector<FieldEdit> edits = {{{"metadata", "name"}, api::Value::string(name)}};
    for (const char* field : {"uid", "resourceVersion", "creationTimestamp"})
        edits.push_back({{"metadata", field}, {}});
    const Path hostname = pathOf("metadata.labels[kubernetes.io/hostname]");
    const api::Object* object = item.object();
    if (item.kind() == "Node" && object && object->document && at(*object->document, hostname))
        edits.push_back({hostname, edits.front().value});
    return edits;
}

}
