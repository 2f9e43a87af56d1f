// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace berth::app::settings {

QStringList recent()
{
    return QSettings().value(u"recent"_s).toStringList();
}

void addRecent(const QString& path)
{
    QStringList paths = recent();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    QSettings().setValue(u"recent"_s, QStringList(paths.mid(0, longestRecent)));
}

void removeRecent(const QString& path)
{
    QStringList paths = recent();
    paths.removeAll(path);
    paths.removeAll(QFileInfo(path).absoluteFilePath());
    QSettings().setValue(u"recent"_s, paths);
}

void clearRecent()
{
    QSettings().remove(u"recent"_s);
}

views::Theme theme()
{
    return views::themeFromName(QSettings().value(u"theme"_s).toString()).value_or(views::Theme::System);
}

void setTheme(views::Theme theme)
{
    QSettings().setValue(u"theme"_s, views::themeName(theme));
}

std::optional<bool> littleMotion()
{
    const QVariant stored = QSettings().value(u"littleMotion"_s);
    return stored.isValid() ? std::optional(stored.toBool()) : std::nullopt;
}

void setLittleMotion(bool little)
{
    QSettings().setValue(u"littleMotion"_s, little);
}

QHash<QString, QKeySequence> keys()
{
    QHash<QString, QKeySequence> keys;
    QSettings store;
    store.beginGroup(u"keys"_s);
    for (const QString& action : store.childKeys())
        keys.insert(action, QKeySequence::fromString(store.value(action).toString()));
    return keys;
}

void setKeys(const QString& action, const QKeySequence& keys)
{
    QSettings().setValue(u"keys/"_s + action, keys.toString());
}

QByteArray windowGeometry()
{
    return QSettings().value(u"window/geometry"_s).toByteArray();
}

QByteArray windowState()
{
    return QSettings().value(u"window/state"_s).toByteArray();
}

void setWindowLayout(const QByteArray& geometry, const QByteArray& state)
{
    QSettings store;
    store.setValue(u"window/geometry"_s, geometry);
    store.setValue(u"window/state"_s, state);
}

LastSession takeLastSession()
{
    QSettings store;
    LastSession session{store.value(u"session/paths"_s).toStringList(), {store.value(u"session/view"_s).toString(), {}, {}, {}}};
    views::WindowSession& window = session.window;
    window.selection.pod = store.value(u"session/pod"_s).toString();
    window.selection.node = store.value(u"session/node"_s).toString();
    window.selection.plugin = store.value(u"session/plugin"_s).toString();
    window.object = store.value(u"session/object"_s).toString();
    window.choices = store.value(u"session/choices"_s).toMap();
    store.remove(u"session"_s);
    return session;
}

void setLastSession(const LastSession& session)
{
    QSettings store;
    store.setValue(u"session/paths"_s, session.paths);
    const views::WindowSession& window = session.window;
    store.setValue(u"session/view"_s, window.view);
    store.setValue(u"session/pod"_s, window.selection.pod);
    store.setValue(u"session/node"_s, window.selection.node);
    store.setValue(u"session/plugin"_s, window.selection.plugin);
    store.setValue(u"session/object"_s, window.object);
    store.setValue(u"session/choices"_s, window.choices);
}

views::Palette::Ramp ramp()
{
    return QSettings().value(u"ramp"_s).toString() == u"cividis" ? views::Palette::Ramp::Cividis : views::Palette::Ramp::Viridis;
}

void setRamp(views::Palette::Ramp ramp)
{
    QSettings().setValue(u"ramp"_s, ramp == views::Palette::Ramp::Cividis ? u"cividis"_s : u"viridis"_s);
}

bool tourSeen()
{
    return QSettings().value(u"tour/seen"_s).toBool();
}

void setTourSeen()
{
    QSettings().setValue(u"tour/seen"_s, true);
}

}
