// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/domains.h"

#include "models/format.h"
#include "models/natural_order.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

using Kind = trace::DomainRule::Kind;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Domains", text);
}

/// `topology.kubernetes.io/zone` as `zone`: what tells keys apart in practice.
QString shortKey(const trace::DomainRule& rule)
{
    return toQString(rule.topologyKey).section(u'/', -1);
}

QString shortName(const trace::DomainRule& rule)
{
    switch (rule.kind) {
    case Kind::Spread:
        return tr("Spread over %1").arg(shortKey(rule));
    case Kind::SpreadPreference:
        return tr("Preferred spread over %1").arg(shortKey(rule));
    case Kind::Affinity:
        return tr("Affinity within %1").arg(shortKey(rule));
    case Kind::AntiAffinity:
        return tr("Anti-affinity within %1").arg(shortKey(rule));
    case Kind::KeptAway:
        return tr("Kept away within %1").arg(shortKey(rule));
    case Kind::Weights:
        return tr("Preferred affinity within %1").arg(shortKey(rule));
    }
    return {};
}

QString facts(const trace::DomainRule& rule)
{
    QStringList facts;
    switch (rule.kind) {
    case Kind::Spread:
        facts << u"DoNotSchedule"_s << tr("maxSkew %1").arg(rule.maxSkew) << tr("minimum %1").arg(formatCount(rule.minimum));
        if (rule.minDomains > 1)
            facts << tr("minDomains %1").arg(rule.minDomains);
        if (rule.self == 0)
            facts << tr("the pod does not count itself");
        break;
    case Kind::SpreadPreference:
        facts << u"ScheduleAnyway"_s << tr("maxSkew %1").arg(rule.maxSkew) << tr("weight %1").arg(rule.weight, 0, 'f', 2);
        break;
    case Kind::Affinity:
        facts << tr("required: pods that match must be there");
        if (rule.firstOfGroup)
            facts << tr("nobody matches yet, so the first of the group may go anywhere");
        break;
    case Kind::AntiAffinity:
        facts << tr("required: no pod that matches may be there");
        break;
    case Kind::KeptAway:
        facts << tr("required by pods that run: they do not want this pod near");
        break;
    case Kind::Weights:
        facts << tr("sum of the weights of matching terms of both sides");
        break;
    }
    facts << toQString(rule.topologyKey);
    if (!rule.selector.empty())
        facts << toQString(rule.selector);
    return facts.join(u" · "_s);
}

QString pods(std::int64_t count)
{
    return count == 1 ? tr("1 pod") : tr("%1 pods").arg(formatCount(count));
}

QString says(const trace::DomainRule& rule, const DomainBar& bar)
{
    if (!bar.counted)
        return bar.allowed ? tr("not counted as a domain") : tr("not counted as a domain, too skewed");
    switch (rule.kind) {
    case Kind::Spread:
        return bar.allowed ? tr("%1, skew would be %2").arg(pods(bar.count), formatCount(bar.withPod))
                           : tr("%1, skew would be %2 > %3").arg(pods(bar.count), formatCount(bar.withPod)).arg(rule.maxSkew);
    case Kind::Weights:
        return tr("weight %1").arg(formatCount(bar.count));
    case Kind::Affinity:
        return bar.allowed ? pods(bar.count) : tr("no matching pod");
    case Kind::SpreadPreference:
    case Kind::AntiAffinity:
    case Kind::KeptAway:
        break;
    }
    return pods(bar.count);
}

DomainPanel panelOf(const trace::DomainRule& rule)
{
    DomainPanel panel;
    panel.title = panel.shortName = shortName(rule);
    panel.facts = facts(rule);
    panel.filters = rule.kind != Kind::SpreadPreference && rule.kind != Kind::Weights;
    if (rule.kind == Kind::Spread)
        panel.limit = rule.minimum + rule.maxSkew - rule.self;
    std::vector<std::size_t> order(rule.domains.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&rule](std::size_t a, std::size_t b) {
        return compareNaturally(toQString(rule.domains[a].value), toQString(rule.domains[b].value)) < 0;
    });
    std::vector<std::int32_t> place(order.size());
    panel.highest = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const trace::Domain& domain = rule.domains[order[i]];
        place[order[i]] = static_cast<std::int32_t>(i);
        DomainBar bar;
        bar.value = toQString(domain.value);
        bar.count = domain.count;
        bar.withPod = domain.count + rule.self - rule.minimum;
        bar.counted = domain.counted;
        bar.allowed = domain.allowed;
        bar.says = says(rule, bar);
        panel.highest = std::max(panel.highest, std::abs(domain.count));
        panel.bars.push_back(std::move(bar));
    }
    for (const std::int32_t domain : rule.nodeDomain) {
        panel.nodeBar.push_back(domain < 0 ? -1 : place[static_cast<std::size_t>(domain)]);
        if (domain < 0)
            ++panel.nodesWithoutKey;
        else
            ++panel.bars[static_cast<std::size_t>(panel.nodeBar.back())].nodes;
    }
    return panel;
}

}

std::vector<DomainPanel> domainPanels(const trace::Explanation& explanation)
{
    std::vector<DomainPanel> panels;
    for (const trace::DomainRule& rule : explanation.domains)
        panels.push_back(panelOf(rule));
    return panels;
}

}
