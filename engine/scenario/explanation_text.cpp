// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/explanation_text.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

namespace berth::scenario {
namespace {

constexpr std::size_t mostNodesShown = 10;

class Writer {
public:
    Writer(const trace::Attempt& attempt, const trace::Explanation* explanation)
        : attempt_(attempt), explanation_(explanation)
    {
    }

    std::string write()
    {
        out_ << "Pod " << attempt_.pod << ", attempt " << attempt_.attempt << ", profile " << attempt_.profile.str()
             << "\n";
        if (explanation_) {
            preFilter();
            filters();
            scores();
        }
        postFilter();
        extenders();
        outcome();
        return out_.str();
    }

private:
    static std::string joined(const std::vector<std::string>& texts)
    {
        std::string all;
        for (const auto& text : texts)
            all += (all.empty() ? "" : ", ") + text;
        return all;
    }

    void preFilter()
    {
        out_ << "\nPreFilter\n";
        for (const auto& [plugin, status, nodes] : explanation_->preFilter) {
            out_ << "  " << std::left << std::setw(34) << plugin.str() << trace::codeName(status.code);
            if (!status.reasons.empty())
                out_ << "  " << joined(status.reasons);
            if (nodes)
                out_ << "  leaves " << nodes->size() << " node(s)";
            out_ << "\n";
        }
    }

    void filters()
    {
        if (!explanation_->hasFilters)
            return;
        std::map<std::string, std::vector<std::string>> byReason;
        std::size_t fitting = 0;
        for (std::size_t n = 0; n < explanation_->nodes.size(); ++n) {
            fitting += explanation_->filters[n].empty();
            for (const auto& failure : explanation_->filters[n])
                byReason[explanation_->filterPlugins[failure.plugin].str() + ": " + joined(failure.status.reasons)]
                    .push_back(explanation_->nodes[n]);
        }
        out_ << "\nFilter: " << fitting << " of " << explanation_->nodes.size() << " nodes fit (every filter asked on every node)\n";
        for (const auto& [reason, nodes] : byReason)
            out_ << "  " << std::setw(5) << std::right << nodes.size() << std::left << "  " << reason << "  ("
                 << few(nodes) << ")\n";
    }

    static std::string few(const std::vector<std::string>& nodes)
    {
        constexpr std::size_t shown = 3;
        auto text = joined({nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(std::min(shown, nodes.size()))});
        return nodes.size() > shown ? text + ", …" : text;
    }

    void scores()
    {
        const auto& e = *explanation_;
        if (!e.hasScores) {
            if (e.feasible.size() == 1)
                out_ << "\nScore: not needed, " << e.nodes[e.feasible.front()] << " is the only node found\n";
            return;
        }
        std::vector<std::size_t> order(e.feasible.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return e.totals[a] > e.totals[b]; });
        out_ << "\nScore: " << e.feasible.size() << " nodes scored; raw → normalized × weight\n";
        for (std::size_t i = 0; i < std::min(order.size(), mostNodesShown); ++i)
            scoreLine(order[i]);
        if (order.size() > mostNodesShown)
            out_ << "  … and " << order.size() - mostNodesShown << " more\n";
        if (e.tied.size() > 1)
            out_ << "  " << e.tied.size() << " nodes share the best score; the heap over the feasible order decides\n";
    }

    void scoreLine(std::size_t position)
    {
        const auto& e = *explanation_;
        const auto& node = e.nodes[e.feasible[position]];
        out_ << (node == attempt_.node ? "* " : "  ") << std::setw(16) << node << std::setw(6) << std::right
             << e.totals[position] << std::left << " =";
        for (std::size_t p = 0; p < e.scorePlugins.size(); ++p) {
            const auto& score = e.scores[position][p];
            out_ << (p ? " + " : " ") << e.scorePlugins[p].str() << " " << score.raw << "→" << score.normalized << "×"
                 << e.weights[p];
        }
        for (std::size_t x = 0; x < e.extenders.size(); ++x)
            out_ << "; extender " << e.extenders[x] << " adds " << e.extenderScores[position][x];
        out_ << "\n";
    }

    void postFilter()
    {
        if (!attempt_.postFilter)
            return;
        const auto& record = *attempt_.postFilter;
        out_ << "\nPostFilter: " << trace::codeName(record.code);
        if (!record.message.empty())
            out_ << ": " << record.message;
        out_ << "\n";
        for (const auto& candidate : record.candidates)
            out_ << (record.nominatedNode && candidate.node == *record.nominatedNode ? "* " : "  ") << candidate.node
                 << ": evicts " << joined(candidate.victims) << "; violates " << candidate.pdbViolations
                 << " disruption budget(s)\n";
    }

    void extenders()
    {
        if (!attempt_.extenderCalls.empty())
            out_ << "\nExtenders\n";
        for (const auto& call : attempt_.extenderCalls)
            out_ << "  " << call.url << ": " << call.outcome << "\n";
    }

    void outcome()
    {
        out_ << "\nResult: " << trace::resultName(attempt_.result);
        if (!attempt_.node.empty())
            out_ << " on " << attempt_.node;
        if (attempt_.failedAt)
            out_ << " at " << trace::placedPointName(*attempt_.failedAt);
        if (attempt_.total)
            out_ << " with " << *attempt_.total;
        out_ << "\n";
        if (!attempt_.message.empty())
            out_ << attempt_.message << "\n";
    }

    const trace::Attempt& attempt_;
    const trace::Explanation* explanation_;
    std::ostringstream out_;
};

}

std::string explanationText(const trace::Attempt& attempt, const trace::Explanation* explanation)
{
    return Writer(attempt, explanation).write();
}

}
