// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/node_pod_lists.h"

#include "formats/csv.h"
#include "formats/read_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <optional>

namespace berth::formats {
namespace {

namespace fs = std::filesystem;
using api::Position;
using api::Problem;
using api::Value;

constexpr std::int64_t second = 1'000'000'000;
/// Nodes of the trace say nothing of it; this is what a kubelet has by default.
constexpr const char* podsPerNode = "110";

struct PriorityOf {
    std::string_view qos;
    std::string_view name;                 ///< behind the trace's name and a dash
    std::int32_t value;
};
/// The order follows what the classes mean in the trace.
constexpr std::array<PriorityOf, 4> priorities{{{"Guaranteed", "guaranteed", 4000}, {"LS", "ls", 3000},
                                               {"Burstable", "burstable", 2000}, {"BE", "be", 1000}}};

enum class ListKind { Neither, Nodes, Pods };

ListKind kindOf(const CsvTable& header)
{
    const auto has = [&](std::string_view name) { return header.column(name).has_value(); };
    if (!has("cpu_milli") || !has("memory_mib"))
        return ListKind::Neither;
    if (has("name") && has("creation_time"))
        return ListKind::Pods;
    return has("sn") ? ListKind::Nodes : ListKind::Neither;
}

ListKind kindOf(const fs::path& file)
{
    if (file.extension() != ".csv")
        return ListKind::Neither;
    std::ifstream in(file, std::ios::binary);
    std::string line;
    std::getline(in, line);
    return kindOf(readCsv(line, file.string()));
}

/// The lists of a kind, by name.
std::vector<fs::path> listsIn(const fs::path& folder, ListKind kind)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file(error) && kindOf(entry.path()) == kind)
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

bool endsWithWord(const std::string& stem, const std::string& word)
{
    return stem.size() > word.size() && stem.ends_with(word)
        && (stem[stem.size() - word.size() - 1] == '_' || stem[stem.size() - word.size() - 1] == '-');
}

bool isNamed(const fs::path& file, const std::string& name)
{
    return file.filename() == name || file.stem() == name || endsWithWord(file.stem().string(), name);
}

std::string namesOf(const std::vector<fs::path>& files)
{
    std::string text;
    for (const auto& file : files)
        text += (text.empty() ? "" : ", ") + file.filename().string();
    return text;
}

/// `openb` of openb_pod_list_default.csv: how the trace's own annotations and classes begin.
std::string traceName(const fs::path& podList)
{
    const auto stem = podList.stem().string();
    const auto end = stem.find("_pod_list");
    std::string name = end == std::string::npos || end == 0 ? std::string("trace") : stem.substr(0, end);
    for (char& c : name)
        c = std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '-';
    return name;
}

/// One row by the names of its columns. What is wrong with it is noted in problems.
class Row {
public:
    Row(const CsvTable& table, const CsvRow& cells, const std::string& file, api::Problems& problems)
        : table_(table), cells_(cells), file_(file), problems_(problems), before_(problems.size())
    {
    }

    bool isGood() const { return problems_.size() == before_; }
    Position position() const { return cells_.front().position; }
    const CsvCell& cell(std::string_view column) const
    {
        static const CsvCell absent;
        const auto index = table_.column(column);
        return index ? cells_[*index] : absent;
    }
    const std::string& text(std::string_view column) const { return cell(column).text; }

    /// A whole number that is not negative; 0 where the cell is empty.
    std::int64_t number(std::string_view column)
    {
        const auto& [text, position] = cell(column);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (!text.empty() && (error != std::errc() || end != text.data() + text.size() || value < 0))
            complain(position, std::string(column) + ": a whole number that is not negative is expected, not \"" + text + "\"");
        return value;
    }

    /// Once per cell, however often it is looked at.
    void complain(Position position, std::string message)
    {
        for (std::size_t i = before_; i < problems_.size(); ++i)
            if (problems_[i].position == position)
                return;
        problems_.push_back({Problem::Severity::Error, std::move(message), file_, position, {}, {}});
    }

private:
    const CsvTable& table_;
    const CsvRow& cells_;
    const std::string& file_;
    api::Problems& problems_;
    std::size_t before_;
};

/// The document of an object that stands at a place of a list.
class RowDocument {
public:
    RowDocument(std::string_view apiVersion, std::string_view kind, Position position) : position_(position), root_(object())
    {
        put(root_, "apiVersion", apiVersion);
        put(root_, "kind", kind);
    }

    Value object() const { return placed(Value::object()); }
    Value array() const { return placed(Value::array()); }
    Value text(std::string_view text) const { return placed(Value::string(std::string(text))); }
    void put(Value& to, std::string_view key, std::string_view value) const { put(to, key, text(value)); }
    void put(Value& to, std::string_view key, Value value) const
    {
        to.set(std::string(key), std::move(value));
        to.members.back().keyPosition = position_;
    }
    Value& root() { return root_; }

    std::vector<api::DecodedDocument> decode(const std::string& file) const { return api::decodeValue(root_, file); }

private:
    Value placed(Value value) const
    {
        value.position = position_;
        return value;
    }

    Position position_;
    Value root_;
};

/// Turns the rows of two lists into objects.
class ListReader {
public:
    ListReader(std::string trace, bool arrivals, Imported& out)
        : trace_(std::move(trace)), arrivals_(arrivals), out_(out)
    {
    }

    void readPriorities(const std::string& file)
    {
        for (const auto& priority : priorities) {
            RowDocument document("scheduling.k8s.io/v1", "PriorityClass", {});
            auto metadata = document.object();
            document.put(metadata, "name", className(priority));
            document.put(document.root(), "metadata", std::move(metadata));
            document.put(document.root(), "value", Value::integer(priority.value));
            keep(document, file);
        }
    }

    void readNodes(const CsvTable& table, const std::string& file)
    {
        for (const auto& cells : table.rows) {
            Row row(table, cells, file, out_.problems);
            const auto document = nodeDocument(row);
            if (row.isGood())
                keep(document, file);
        }
    }

    void readPods(const CsvTable& table, const std::string& file)
    {
        for (const auto& cells : table.rows) {
            Row row(table, cells, file, out_.problems);
            const auto document = podDocument(row);
            if (!row.isGood())
                continue;
            if (arrivals_)
                keepArrival(row, document, file);
            else
                keep(document, file);
        }
        // Of what happens at one moment the ends come first: a pod that is over makes room for one that comes.
        std::stable_sort(timed_.begin(), timed_.end(), [](const Timed& a, const Timed& b) {
            return std::pair(a.change.at, a.rank) < std::pair(b.change.at, b.rank);
        });
        for (auto& timed : timed_)
            out_.changes.push_back(std::move(timed.change));
        timed_.clear();
    }

private:
    struct Timed {
        int rank;                          ///< among what happens at the same moment
        Change change;
    };

    std::string className(const PriorityOf& priority) const { return trace_ + "-" + std::string(priority.name); }

    void keep(const RowDocument& document, const std::string& file)
    {
        for (auto& decoded : document.decode(file))
            out_.cluster.push_back(std::move(decoded));
    }

    void keepArrival(Row& row, const RowDocument& document, const std::string& file)
    {
        const auto arrival = row.number("creation_time") * second;
        for (auto& decoded : document.decode(file)) {
            if (!decoded.object) {
                out_.cluster.push_back(std::move(decoded)); // refused, and listed with the other refused ones
                return;
            }
            timed_.push_back({1, {arrival, Change::Verb::Apply, std::move(decoded), {}, {}, {}, row.position()}});
        }
        if (row.text("deletion_time").empty())
            return;
        const auto end = row.number("deletion_time") * second;
        timed_.push_back({end > arrival ? 0 : 2, {end, Change::Verb::Finish, {}, "Pod", "default", row.text("name"),
                                                  row.cell("deletion_time").position}});
    }

    RowDocument nodeDocument(Row& row)
    {
        const auto& name = row.text("sn");
        const auto cards = row.number("gpu");
        RowDocument document("v1", "Node", row.position());
        auto labels = document.object();
        document.put(labels, "kubernetes.io/hostname", name);
        document.put(labels, "kubernetes.io/os", "linux");
        if (cards > 0 && !row.text("model").empty())
            document.put(labels, "gpu-card-model", row.text("model"));
        auto metadata = document.object();
        document.put(metadata, "name", name);
        document.put(metadata, "labels", std::move(labels));
        document.put(document.root(), "metadata", std::move(metadata));
        auto status = document.object();
        for (const auto* block : {"capacity", "allocatable"}) {
            auto amounts = document.object();
            document.put(amounts, "cpu", std::to_string(row.number("cpu_milli")) + "m");
            document.put(amounts, "memory", std::to_string(row.number("memory_mib")) + "Mi");
            document.put(amounts, "pods", podsPerNode);
            if (cards > 0)
                document.put(amounts, "nvidia.com/gpu", std::to_string(cards));
            document.put(status, block, std::move(amounts));
        }
        auto ready = document.object();
        document.put(ready, "type", "Ready");
        document.put(ready, "status", "True");
        auto conditions = document.array();
        conditions.items.push_back(std::move(ready));
        document.put(status, "conditions", std::move(conditions));
        document.put(document.root(), "status", std::move(status));
        return document;
    }

    RowDocument podDocument(Row& row)
    {
        RowDocument document("v1", "Pod", row.position());
        auto labels = document.object();
        document.put(labels, "app", trace_);
        if (!row.text("qos").empty())
            document.put(labels, "qos", row.text("qos"));
        auto metadata = document.object();
        document.put(metadata, "name", row.text("name"));
        document.put(metadata, "namespace", "default");
        document.put(metadata, "labels", std::move(labels));
        document.put(metadata, "annotations", annotations(row, document));
        document.put(document.root(), "metadata", std::move(metadata));
        auto spec = document.object();
        putPriority(row, document, spec);
        putCardModels(row, document, spec);
        auto container = document.object();
        document.put(container, "name", "main");
        document.put(container, "image", "example/" + trace_ + ":1");
        document.put(container, "resources", resources(row, document));
        auto containers = document.array();
        containers.items.push_back(std::move(container));
        document.put(spec, "containers", std::move(containers));
        document.put(document.root(), "spec", std::move(spec));
        return document;
    }

    Value annotations(Row& row, const RowDocument& document) const
    {
        auto annotations = document.object();
        const auto arrival = row.number("creation_time");
        document.put(annotations, trace_ + "/arrival-seconds", std::to_string(arrival));
        if (const auto& end = row.cell("deletion_time"); !end.text.empty()) {
            const auto deletion = row.number("deletion_time");
            if (row.isGood() && deletion < arrival)
                row.complain(end.position, "deletion_time: " + end.text + " is before creation_time " + std::to_string(arrival));
            document.put(annotations, trace_ + "/lifetime-seconds", std::to_string(deletion - arrival));
        }
        if (!row.text("pod_phase").empty())
            document.put(annotations, trace_ + "/phase", row.text("pod_phase"));
        if (row.number("num_gpu") > 0)
            document.put(annotations, trace_ + "/gpu-milli", std::to_string(row.number("gpu_milli")));
        return annotations;
    }

    void putPriority(Row& row, const RowDocument& document, Value& spec) const
    {
        const auto& [qos, position] = row.cell("qos");
        if (qos.empty())
            return;
        const auto known = std::find_if(priorities.begin(), priorities.end(), [&](const auto& p) { return p.qos == qos; });
        if (known == priorities.end()) {
            row.complain(position, "qos: \"" + qos + "\" is none of Guaranteed, LS, Burstable, BE");
            return;
        }
        document.put(spec, "priorityClassName", className(*known));
        document.put(spec, "priority", Value::integer(known->value));
    }

    /// `A|B|B`: a required node affinity; what is repeated counts once.
    static void putCardModels(Row& row, const RowDocument& document, Value& spec)
    {
        auto values = document.array();
        std::string_view rest = row.text("gpu_spec");
        while (!rest.empty()) {
            const auto end = std::min(rest.find('|'), rest.size());
            const auto model = rest.substr(0, end);
            if (!model.empty() && std::none_of(values.items.begin(), values.items.end(), [&](const Value& v) { return v.text == model; }))
                values.items.push_back(document.text(model));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (values.items.empty())
            return;
        auto expression = document.object();
        document.put(expression, "key", "gpu-card-model");
        document.put(expression, "operator", "In");
        document.put(expression, "values", std::move(values));
        spec.set("affinity", wrapped(document, std::move(expression)));
    }

    static Value wrapped(const RowDocument& document, Value expression)
    {
        const auto listOf = [&](Value item) {
            auto list = document.array();
            list.items.push_back(std::move(item));
            return list;
        };
        const auto around = [&](std::string_view key, Value inner) {
            auto outer = document.object();
            document.put(outer, key, std::move(inner));
            return outer;
        };
        auto term = around("matchExpressions", listOf(std::move(expression)));
        auto selector = around("nodeSelectorTerms", listOf(std::move(term)));
        return around("nodeAffinity", around("requiredDuringSchedulingIgnoredDuringExecution", std::move(selector)));
    }

    static Value resources(Row& row, const RowDocument& document)
    {
        auto resources = document.object();
        auto requests = document.object();
        if (const auto cpu = row.number("cpu_milli"); cpu > 0)
            document.put(requests, "cpu", std::to_string(cpu) + "m");
        if (const auto memory = row.number("memory_mib"); memory > 0)
            document.put(requests, "memory", std::to_string(memory) + "Mi");
        const auto cards = row.number("num_gpu");
        if (cards > 0)
            document.put(requests, "nvidia.com/gpu", std::to_string(cards));
        document.put(resources, "requests", std::move(requests));
        if (cards > 0) { // an extended resource must have an equal limit
            auto limits = document.object();
            document.put(limits, "nvidia.com/gpu", std::to_string(cards));
            document.put(resources, "limits", std::move(limits));
        }
        return resources;
    }

    std::string trace_;
    bool arrivals_;
    Imported& out_;
    std::vector<Timed> timed_;
};

CsvTable readTable(const fs::path& file, api::Problems& problems)
{
    const auto text = readWhole(file);
    if (!text) {
        problems.push_back(text.error());
        return {};
    }
    auto table = readCsv(*text, file.string());
    std::move(table.problems.begin(), table.problems.end(), std::back_inserter(problems));
    table.problems.clear();
    return table;
}

/// The list that is asked for, or the best known guess with a note; absent with an error.
std::optional<fs::path> choose(const std::vector<fs::path>& lists, const std::string& name, const std::string& preferred,
                               const std::string& what, const fs::path& folder, api::Problems& problems)
{
    const auto say = [&](Problem::Severity severity, std::string message) {
        problems.push_back({severity, std::move(message), folder.string(), {}, {}, {}});
    };
    if (!name.empty()) {
        const auto found = std::find_if(lists.begin(), lists.end(), [&](const auto& file) { return isNamed(file, name); });
        if (found != lists.end())
            return *found;
        say(Problem::Severity::Error, "no " + what + " list is named \"" + name + "\"; there are: " + namesOf(lists));
        return std::nullopt;
    }
    if (lists.empty()) {
        say(Problem::Severity::Error, "there is no " + what + " list in this folder");
        return std::nullopt;
    }
    auto found = std::find_if(lists.begin(), lists.end(), [&](const auto& file) { return isNamed(file, preferred); });
    if (found == lists.end())
        found = lists.begin();
    if (lists.size() > 1)
        say(Problem::Severity::Note, "of several " + what + " lists " + found->filename().string() + " is read; there are: "
                + namesOf(lists) + ". Open another one as a file, or name it with --" + what + "-list, to read that");
    return *found;
}

}

bool hasNodeAndPodLists(const fs::path& folder)
{
    return !listsIn(folder, ListKind::Nodes).empty() && !listsIn(folder, ListKind::Pods).empty();
}

bool chooseList(const fs::path& file, ListOptions& options)
{
    const auto kind = kindOf(file);
    if (kind != ListKind::Neither)
        (kind == ListKind::Pods ? options.podList : options.nodeList) = file.filename().string();
    return kind != ListKind::Neither;
}

Imported readNodeAndPodLists(const fs::path& folder, const ListOptions& options)
{
    Imported out;
    const auto nodeList = choose(listsIn(folder, ListKind::Nodes), options.nodeList, "all_node", "node", folder, out.problems);
    const auto podList = choose(listsIn(folder, ListKind::Pods), options.podList, "default", "pod", folder, out.problems);
    if (!nodeList || !podList)
        return out;
    out.source = podList->string();
    const auto nodes = readTable(*nodeList, out.problems);
    const auto pods = readTable(*podList, out.problems);
    ListReader reader(traceName(*podList), options.arrivals, out);
    if (pods.column("qos"))
        reader.readPriorities(podList->string());
    reader.readNodes(nodes, nodeList->string());
    reader.readPods(pods, podList->string());
    return out;
}

}
