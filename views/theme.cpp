// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme.h"

#include "views/palette.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// What the palette cannot say: hairline frames, flat tabs and headers. Colours come from the roles.
QString styleSheet(const Palette& p)
{
    return uR"(
QMainWindow::separator { background: %line; width: 1px; height: 1px; }
QToolBar { border: none; border-bottom: 1px solid %line; spacing: 4px; padding: 4px 8px; background: %window; }
QToolBar QToolButton { padding: 4px 8px; border: 1px solid transparent; border-radius: 4px; }
QToolBar QToolButton:hover { background: %raised; border-color: %line; }
QToolBar QToolButton:pressed, QToolBar QToolButton:checked { background: %raised; border-color: %accent; }
QToolBar QToolButton:focus { border-color: %accent; }
QToolBar QToolButton[popupMode="1"] { padding-right: 22px; }
QToolBar QToolButton[popupMode="2"] { padding-right: 22px; }
QToolBar QToolButton::menu-button { border: none; width: 20px; }
QToolBar QToolButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: center right; right: 6px; }
QToolBar QToolButton#primary { background: %accent; color: %accentText; }
QToolBar QToolButton#primary:disabled { background: %raised; color: %secondary; border-color: %line; }
QDockWidget { titlebar-close-icon: none; }
QDockWidget::title { background: %window; padding: 6px 8px; text-align: left; border-bottom: 1px solid %line; }
QTabBar { background: %window; }
QTabBar::tab { padding: 6px 14px; border: none; border-bottom: 2px solid transparent; color: %secondary; background: transparent; }
QTabBar::tab:selected { color: %text; border-bottom: 2px solid %accent; }
QTabBar::tab:hover:!selected { color: %text; background: %raised; }
QTabBar::tab:focus { border-bottom: 2px solid %accent; background: %raised; }
QTabWidget::pane { border: none; border-top: 1px solid %line; }
QHeaderView { background: %raised; }
QHeaderView::section { background: %raised; color: %secondary; border: none; border-bottom: 1px solid %line;
                       border-right: 1px solid %line; padding: 4px 8px; }
QTableView, QTreeView, QListView { border: 1px solid %surface; background: %surface; alternate-background-color: %raised; }
QDialog QTableView, QDialog QTreeView, QDialog QListView, QDialog QTextBrowser { border: 1px solid %edge; }
QTableView:focus, QTreeView:focus, QListView:focus, QDialog QTableView:focus, QDialog QTreeView:focus, QDialog QListView:focus { border: 1px solid %accent; }
QStatusBar { border-top: 1px solid %line; background: %window; }
QStatusBar::item { border: none; }
QToolTip { background: %raised; color: %text; border: 1px solid %line; padding: 4px; }
QToolButton[formSection="true"] { border: none; border-bottom: 1px solid %line; padding: 4px 2px; background: transparent; text-align: left; }
QToolButton[formSection="true"]:hover { background: %raised; }
QToolButton[formSection="true"]:focus { border-bottom: 1px solid %accent; }
QLineEdit { border: 1px solid %edge; border-radius: 4px; padding: 3px 6px; background: %surface; }
QLineEdit:focus { border-color: %accent; }
QFrame#tourCard { border: 1px solid %line; border-radius: 6px; background: %window; }
QDialog#commandPalette { border: 1px solid %line; background: %window; }
QProgressBar { border: 1px solid %line; border-radius: 4px; background: %surface; text-align: center; }
QProgressBar::chunk { background: %accent; border-radius: 3px; }
)"_s
        .replace(u"%accentText"_s, p.accentText.name())
        .replace(u"%accent"_s, p.accent.name())
        .replace(u"%edge"_s, p.edge.name())
        .replace(u"%line"_s, p.line.name())
        .replace(u"%window"_s, p.window.name())
        .replace(u"%raised"_s, p.raised.name())
        .replace(u"%surface"_s, p.surface.name())
        .replace(u"%secondary"_s, p.secondaryText.name())
        .replace(u"%text"_s, p.text.name());
}

bool moveLittle = false;

/// Fusion, which looks the same everywhere; it moves as little as the user wants. Its own frames are shades of the window, and
/// no frames at all where that is black: whatever can be chosen or ticked gets an edge that is seen, of the accent with the focus.
class BerthStyle final : public QProxyStyle {
public:
    using QProxyStyle::QProxyStyle;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override
    {
        if (moveLittle && (hint == SH_Widget_Animation_Duration || hint == SH_Widget_Animate))
            return 0;
        if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
            return 0;
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
            drawEdge(*painter, *option, 1);
        else if (element == PE_IndicatorRadioButton)
            drawEdge(*painter, *option, option->rect.height() / 2.0);
        else if (element == PE_PanelButtonCommand)
            drawEdge(*painter, *option, 3);
    }
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        const auto* header = element == CE_HeaderLabel ? qstyleoption_cast<const QStyleOptionHeader*>(option) : nullptr;
        if (!header || header->orientation != Qt::Horizontal || header->sortIndicator == QStyleOptionHeader::None) {
            QProxyStyle::drawControl(element, option, painter, widget);
            return;
        }
        QStyleOptionHeader beside = *header;
        const int taken = arrowWidth + arrowGap;
        beside.rect.adjust(option->direction == Qt::RightToLeft ? taken : 0, 0, option->direction == Qt::RightToLeft ? 0 : -taken, 0);
        beside.text = option->fontMetrics.elidedText(header->text, Qt::ElideRight, beside.rect.width());
        QProxyStyle::drawControl(element, &beside, painter, widget);
    }
    /// The arrow of a sorted column stands at the end of its header, where the text leaves it its place.
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override
    {
        const auto* header = element == SE_HeaderArrow ? qstyleoption_cast<const QStyleOptionHeader*>(option) : nullptr;
        if (!header || header->orientation != Qt::Horizontal)
            return QProxyStyle::subElementRect(element, option, widget);
        const QRect& all = option->rect;
        return visualRect(option->direction, all, QRect(all.right() - headerPadding - arrowWidth, all.center().y() - arrowWidth / 2, arrowWidth, arrowWidth));
    }
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const override
    {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if ((control == CC_ComboBox && box && box->frame) || (control == CC_SpinBox && spin && spin->frame))
            drawEdge(*painter, *option, 3);
    }

private:
    static constexpr int headerPadding = 8; ///< as the sheet says of QHeaderView::section
    static constexpr int arrowWidth = 12;
    static constexpr int arrowGap = 4;

    static void drawEdge(QPainter& painter, const QStyleOption& option, qreal radius)
    {
        const Palette& p = Palette::current();
        const bool focused = option.state.testFlag(State_HasFocus) && option.state.testFlag(State_Enabled);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(!option.state.testFlag(State_Enabled) ? p.line : focused ? p.accent : p.edge, focused ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.restore();
    }
};

bool systemIsDark(const QApplication& application)
{
    // Asked once: later the palette is Berth's own.
    static const bool dark = application.palette().color(QPalette::Window).lightness() < 128;
    return dark;
}

}

std::optional<Theme> themeFromName(const QString& name)
{
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark, Theme::Contrast})
        if (name == themeName(theme))
            return theme;
    return {};
}

QString themeName(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return u"light"_s;
    case Theme::Dark:
        return u"dark"_s;
    case Theme::Contrast:
        return u"contrast"_s;
    case Theme::System:
        break;
    }
    return u"system"_s;
}

void applyTheme(QApplication& application, Theme theme)
{
    const bool dark = theme == Theme::Dark || (theme == Theme::System && systemIsDark(application));
    systemIsDark(application);
    systemMovesLittle();
    Palette::setCurrent(theme == Theme::Contrast ? Palette::contrastSet() : dark ? Palette::darkSet() : Palette::light());
    if (QStyle* fusion = QStyleFactory::create(u"Fusion"_s))
        QApplication::setStyle(new BerthStyle(fusion));
    QApplication::setPalette(Palette::current().widgetPalette());
    application.setStyleSheet(styleSheet(Palette::current()));
}

bool systemMovesLittle()
{
    // Asked once: later the style is Berth's own.
    static const bool little = QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
    return little;
}

void setLittleMotion(bool little)
{
    moveLittle = little;
}

bool littleMotion()
{
    return moveLittle;
}

}
