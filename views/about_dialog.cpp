// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/about_dialog.h"

#include "views/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

struct Component {
    QString name;
    QString licence;
    QString url;
};

QList<Component> components()
{
    QList<Component> list;
    QFile file(u":/berth/components.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return list;
    for (const QJsonValue& value : QJsonDocument::fromJson(file.readAll()).array()) {
        const QString version = value[u"version"_s].toString();
        list.push_back({value[u"name"_s].toString() + u' ' + (version == u"qt" ? QString::fromLatin1(qVersion()) : version), value[u"licence"_s].toString(), value[u"url"_s].toString()});
    }
    return list;
}

QString version()
{
    const QString number = QApplication::applicationVersion();
    return number.isEmpty() ? AboutDialog::tr("development version") : number;
}

}

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    setObjectName(u"aboutDialog"_s);
    setWindowTitle(tr("About Berth"));
    auto* mark = new QLabel(this);
    mark->setPixmap(emblem(64, devicePixelRatioF()));
    mark->setAlignment(Qt::AlignTop);
    auto* title = new QLabel(u"<h2>%1 %2</h2><p>%3</p>"_s.arg(tr("Berth"), version().toHtmlEscaped(),
                                                              tr("Shows what kube-scheduler decides, and why.")), this);
    auto* details = new QTextBrowser(this);
    details->setObjectName(u"aboutDetails"_s);
    details->setAccessibleName(tr("Versions and licences"));
    details->setOpenExternalLinks(true);
    QString html = u"<p>%1</p><p>%2</p><h4>%3</h4><table cellspacing=\"6\">"_s.arg(
        tr("Semantics of kube-scheduler <b>v1.36.1</b>: its decisions, down to node, score, message and queue."),
        tr("Free software under the GNU General Public License, version 3 or later; without any warranty."), tr("Built with"));
    for (const Component& component : components())
        html += u"<tr><td><a href=\"%3\">%1</a></td><td>%2</td></tr>"_s.arg(component.name.toHtmlEscaped(), component.licence.toHtmlEscaped(), component.url);
    details->setHtml(html + u"</table>"_s);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(mark);
    head->addWidget(title, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(head);
    layout->addWidget(details, 1);
    layout->addWidget(buttons);
    resize(520, 460);
}

QString AboutDialog::text() const
{
    QStringList lines{u"Berth "_s + version(), u"kube-scheduler semantics v1.36.1"_s,
                      u"Qt %1 (built with %2)"_s.arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR)),
                      QSysInfo::prettyProductName() + u", "_s + QSysInfo::currentCpuArchitecture()};
    for (const Component& component : components())
        lines << component.name + u", "_s + component.licence;
    return lines.join(u'\n') + u'\n';
}

}
