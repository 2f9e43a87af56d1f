// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/palette.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace berth::views {

namespace {

const Palette* currentPalette = nullptr;
// Pictures are made on other threads, too.
std::atomic<Palette::Ramp> rampInForce = Palette::Ramp::Viridis;

Palette makeLight()
{
    Palette p;
    p.window = QColor(0xf3, 0xf4, 0xf6);
    p.surface = QColor(0xff, 0xff, 0xff);
    p.raised = QColor(0xf8, 0xf9, 0xfb);
    p.line = QColor(0xdd, 0xe0, 0xe5);
    p.edge = QColor(0x86, 0x8e, 0x99);
    p.text = QColor(0x1b, 0x1f, 0x24);
    p.secondaryText = QColor(0x5a, 0x63, 0x70);
    p.accent = QColor(0x00, 0x72, 0xb2);
    p.accentText = QColor(0xff, 0xff, 0xff);
    p.hover = QColor(0x00, 0x72, 0xb2, 0x1e);
    p.good = QColor(0x00, 0x9e, 0x73);
    p.waiting = QColor(0x00, 0x72, 0xb2);
    p.warning = QColor(0xe6, 0x9f, 0x00);
    p.bad = QColor(0xd5, 0x5e, 0x00);
    p.muted = QColor(0x7f, 0x7f, 0x7f);
    p.unschedulable = QColor(0xe6, 0x9f, 0x00);
    p.unresolvable = QColor(0xd5, 0x5e, 0x00);
    p.chosen = QColor(0x00, 0x72, 0xb2);
    p.runnerUp = QColor(0x56, 0xb4, 0xe9);
    p.victim = QColor(0xd5, 0x5e, 0x00);
    p.nominated = QColor(0xcc, 0x79, 0xa7);
    return p;
}

Palette makeDark()
{
    Palette p = makeLight();
    p.dark = true;
    p.window = QColor(0x1d, 0x20, 0x25);
    p.surface = QColor(0x16, 0x18, 0x1c);
    p.raised = QColor(0x25, 0x29, 0x2f);
    p.line = QColor(0x3a, 0x40, 0x49);
    p.edge = QColor(0x78, 0x81, 0x8d);
    p.text = QColor(0xe7, 0xea, 0xee);
    p.secondaryText = QColor(0xa2, 0xab, 0xb8);
    p.accent = QColor(0x3f, 0x9b, 0xd8);
    p.accentText = QColor(0x0c, 0x10, 0x14);
    p.hover = QColor(0x56, 0xb4, 0xe9, 0x2c);
    p.good = QColor(0x2c, 0xbd, 0x92);
    p.waiting = QColor(0x56, 0xb4, 0xe9);
    p.warning = QColor(0xf0, 0xb4, 0x2c);
    p.bad = QColor(0xf0, 0x7f, 0x2a);
    p.muted = QColor(0x8d, 0x94, 0x9e);
    p.unschedulable = QColor(0xe6, 0x9f, 0x00);
    p.unresolvable = QColor(0xe8, 0x71, 0x1a);
    p.chosen = QColor(0x56, 0xb4, 0xe9);
    p.runnerUp = QColor(0x3f, 0x7f, 0xae);
    p.victim = QColor(0xf0, 0x7f, 0x2a);
    p.nominated = QColor(0xdd, 0x92, 0xbb);
    return p;
}

Palette makeContrast()
{
    Palette p = makeDark();
    p.window = QColor(0x00, 0x00, 0x00);
    p.surface = QColor(0x00, 0x00, 0x00);
    p.raised = QColor(0x14, 0x14, 0x14);
    p.line = QColor(0xb8, 0xb8, 0xb8);
    p.edge = QColor(0xe0, 0xe0, 0xe0);
    p.text = QColor(0xff, 0xff, 0xff);
    p.secondaryText = QColor(0xe0, 0xe0, 0xe0);
    p.accent = QColor(0xff, 0xe0, 0x00);
    p.accentText = QColor(0x00, 0x00, 0x00);
    p.hover = QColor(0xff, 0xe0, 0x00, 0x40);
    p.good = QColor(0x3d, 0xf2, 0xa9);
    p.waiting = QColor(0x7c, 0xd0, 0xff);
    p.warning = QColor(0xff, 0xc2, 0x33);
    p.bad = QColor(0xff, 0x8c, 0x4d);
    p.muted = QColor(0xc0, 0xc0, 0xc0);
    p.unschedulable = QColor(0xff, 0xb0, 0x00);
    p.unresolvable = QColor(0xff, 0x7a, 0x2e);
    p.chosen = QColor(0x7c, 0xd0, 0xff);
    p.runnerUp = QColor(0x4f, 0xa3, 0xd6);
    p.victim = QColor(0xff, 0x8c, 0x4d);
    p.nominated = QColor(0xff, 0xa8, 0xd8);
    return p;
}

QColor mix(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}

QColor Palette::state(models::RowState state) const
{
    switch (state) {
    case models::RowState::Good:
        return good;
    case models::RowState::Waiting:
        return waiting;
    case models::RowState::Warning:
        return warning;
    case models::RowState::Bad:
        return bad;
    case models::RowState::Muted:
        return muted;
    case models::RowState::None:
        break;
    }
    return text;
}

QColor Palette::stateText(models::RowState rowState) const
{
    if (rowState == models::RowState::None)
        return text;
    return mix(state(rowState), text, dark ? 0.15 : 0.45);
}

QColor Palette::place(models::PodPlace place) const
{
    switch (place) {
    case models::PodPlace::Bound:
        return good;
    case models::PodPlace::Active:
        return waiting;
    case models::PodPlace::Backoff:
        return unschedulable;
    case models::PodPlace::Unschedulable:
        return unresolvable;
    case models::PodPlace::Waiting:
        return nominated;
    case models::PodPlace::Gated:
    case models::PodPlace::Elsewhere:
    case models::PodPlace::Ended:
        break;
    }
    return muted;
}

QColor Palette::lane(models::Lane lane) const
{
    switch (lane) {
    case models::Lane::Active:
        return QColor(0x00, 0x72, 0xb2).lighter(dark ? 140 : 100);
    case models::Lane::Backoff:
        return unschedulable;
    case models::Lane::Unschedulable:
        return unresolvable;
    case models::Lane::InFlight:
        return QColor(0x56, 0xb4, 0xe9);
    case models::Lane::Permit:
        return nominated;
    case models::Lane::Binding:
        return QColor(0x66, 0xc2, 0xa5);
    case models::Lane::Bound:
        return good;
    case models::Lane::Gated:
    case models::Lane::Outside:
        break;
    }
    return muted;
}

QColor Palette::end(models::PodEnd end) const
{
    switch (end) {
    case models::PodEnd::Completed:
        return good;
    case models::PodEnd::Failed:
        return QColor(0xcc, 0x33, 0x55);
    case models::PodEnd::Evicted:
        return unresolvable;
    case models::PodEnd::Deleted:
    case models::PodEnd::None:
        break;
    }
    return secondaryText;
}

QColor Palette::verdict(models::Verdict verdict) const
{
    switch (verdict) {
    case models::Verdict::Passed:
        return mix(surface, good, dark ? 0.16 : 0.10);
    case models::Verdict::Unschedulable:
        return unschedulable;
    case models::Verdict::Unresolvable:
        return unresolvable;
    case models::Verdict::Error:
        break;
    }
    return QColor(0xcc, 0x33, 0x55);
}

QColor Palette::category(std::size_t index) const
{
    // Okabe and Ito's set without black and yellow, softened so that large areas stay calm.
    static const std::array<QColor, 8> colours = {
        QColor(0x4e, 0x8f, 0xc4), QColor(0x3f, 0xae, 0x8a), QColor(0xe3, 0xa4, 0x3b), QColor(0xbf, 0x7a, 0xa8),
        QColor(0x7b, 0xc3, 0xe4), QColor(0xd9, 0x7b, 0x45), QColor(0x8f, 0x8b, 0xc9), QColor(0x9a, 0xa3, 0x4f)};
    return colours[index % colours.size()];
}

QColor Palette::ramp(Ramp ramp, double position)
{
    static const std::array<QColor, 5> viridis = {QColor(0x44, 0x01, 0x54), QColor(0x3b, 0x52, 0x8b),
                                                  QColor(0x21, 0x91, 0x8c), QColor(0x5e, 0xc9, 0x62),
                                                  QColor(0xfd, 0xe7, 0x25)};
    // Made for eyes that do not tell red from green: blue to yellow.
    static const std::array<QColor, 5> cividis = {QColor(0x00, 0x22, 0x4e), QColor(0x43, 0x4e, 0x6c),
                                                  QColor(0x7d, 0x7c, 0x78), QColor(0xbb, 0xaf, 0x71),
                                                  QColor(0xfe, 0xe8, 0x38)};
    const std::array<QColor, 5>& stops = ramp == Ramp::Viridis ? viridis : cividis;
    const double scaled = std::clamp(position, 0.0, 1.0) * (stops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(scaled), stops.size() - 2);
    return mix(stops[below], stops[below + 1], scaled - static_cast<double>(below));
}

Palette::Ramp Palette::currentRamp()
{
    return rampInForce;
}

void Palette::setRamp(Ramp ramp)
{
    rampInForce = ramp;
}

QColor Palette::textOn(const QColor& background)
{
    return luminance(background) > 0.36 ? QColor(0x10, 0x12, 0x16) : QColor(0xff, 0xff, 0xff);
}

QPalette Palette::widgetPalette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, surface);
    p.setColor(QPalette::AlternateBase, raised);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, secondaryText);
    p.setColor(QPalette::Button, mix(window, raised, 0.5));
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, bad);
    p.setColor(QPalette::ToolTipBase, raised);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, accentText);
    p.setColor(QPalette::Link, dark ? waiting : accent);
    p.setColor(QPalette::LinkVisited, nominated);
    p.setColor(QPalette::Light, dark ? mix(window, text, 0.18) : QColor(0xff, 0xff, 0xff));
    p.setColor(QPalette::Midlight, mix(window, dark ? text : surface, dark ? 0.1 : 0.5));
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::Dark, dark ? mix(window, Qt::black, 0.4) : mix(line, text, 0.25));
    p.setColor(QPalette::Shadow, dark ? Qt::black : mix(line, text, 0.5));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, mix(secondaryText, window, 0.45));
    p.setColor(QPalette::Disabled, QPalette::Highlight, line);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, secondaryText);
    return p;
}

const Palette& Palette::light()
{
    static const Palette palette = makeLight();
    return palette;
}

const Palette& Palette::contrastSet()
{
    static const Palette set = makeContrast();
    return set;
}

const Palette& Palette::darkSet()
{
    static const Palette palette = makeDark();
    return palette;
}

const Palette& Palette::current()
{
    return currentPalette ? *currentPalette : light();
}

void Palette::setCurrent(const Palette& palette)
{
    // One of the three, whoever holds a copy.
    currentPalette = &palette == &contrastSet() ? &contrastSet() : palette.dark ? &darkSet() : &light();
}

QBrush verdictHatch(models::Verdict verdict, const QColor& ink)
{
    switch (verdict) {
    case models::Verdict::Unschedulable:
        return QBrush(ink, Qt::BDiagPattern);
    case models::Verdict::Unresolvable:
        return QBrush(ink, Qt::DiagCrossPattern);
    case models::Verdict::Error:
        return QBrush(ink, Qt::Dense6Pattern);
    case models::Verdict::Passed:
        break;
    }
    return Qt::NoBrush;
}

}
