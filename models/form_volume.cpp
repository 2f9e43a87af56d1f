// SPDX-License-Identifier: GPL-3.0-or-later
// Where a pod's volume comes from, as a short text: `claim data`, `emptyDir 1Gi`.
#include "models/form_build.h"
#include "models/format.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace berth::models::forms {

using design::pathOf;

namespace {

/// The sources of volumes that have one text that matters, as they are written; and where that text is.
struct VolumeSource {
    const char* word;
    const char* member;
    const char* field;
};
constexpr std::array volumeSources = {VolumeSource{"claim", "persistentVolumeClaim", "claimName"}, VolumeSource{"emptyDir", "emptyDir", "sizeLimit"}, VolumeSource{"configMap", "configMap", "name"},
                                      VolumeSource{"secret", "secret", "secretName"}, VolumeSource{"hostPath", "hostPath", "path"}};
constexpr const char* ownClaimSize = "volumeClaimTemplate.spec.resources.requests.storage";
constexpr const char* ownClaimClass = "volumeClaimTemplate.spec.storageClassName";

QString textAt(const api::Value& value, const char* path)
{
    const api::Value* there = design::at(value, pathOf(path));
    return there && (there->isString() || there->isNumber()) ? toQString(there->text) : QString();
}

/// `claim data` as `{persistentVolumeClaim: {claimName: data}}`.
tl::expected<api::Value, QString> volumeOf(const QString& typed)
{
    const QStringList words = typed.simplified().split(u' ');
    const std::string word = words.front().toStdString();
    api::Value volume = api::Value::object();
    if (word == "ephemeral") {
        volume.set(word, objectOf({{"volumeClaimTemplate.spec.accessModes[0]", text("ReadWriteOnce")}, {ownClaimSize, text(qUtf8Printable(words.value(1, u"10Gi"_s)))}}));
        if (words.size() > 2)
            design::apply(*volume.find(word), {pathOf(ownClaimClass), api::Value::string(words[2].toStdString())});
        return volume;
    }
    const auto* known = std::find_if(volumeSources.begin(), volumeSources.end(), [&word](const VolumeSource& one) { return word == one.word; });
    if (known == volumeSources.end())
        return tl::unexpected(tr("“%1” is no source of a volume: write claim NAME, emptyDir, emptyDir SIZE, ephemeral SIZE CLASS, configMap NAME, secret NAME or hostPath PATH.").arg(typed));
    volume.set(known->member, api::Value::object());
    if (words.size() > 1)
        volume.find(known->member)->set(known->field, api::Value::string(words.mid(1).join(u' ').toStdString()));
    else if (word != "emptyDir")
        return tl::unexpected(tr("“%1” needs a name behind it.").arg(typed));
    return volume;
}

}

QString volumeText(const api::Value& volume)
{
    for (const api::Value::Member& member : volume.members) {
        if (member.key == "name")
            continue;
        QStringList words;
        const auto* known = std::find_if(volumeSources.begin(), volumeSources.end(), [&member](const VolumeSource& one) { return member.key == one.member; });
        if (known != volumeSources.end())
            words << toQString(known->word) << textAt(member.value, known->field);
        else if (member.key == "ephemeral")
            words << u"ephemeral"_s << textAt(member.value, ownClaimSize) << textAt(member.value, ownClaimClass);
        else
            words << toQString(member.key);
        words.removeAll(QString());
        return words.join(u' ');
    }
    return {};
}

tl::expected<api::Value, QString> withVolume(const api::Value& row, const QString& typed)
{
    if (volumeText(row) == typed.simplified())
        return row;
    const auto source = volumeOf(typed);
    if (!source)
        return source;
    const api::Value::Member& made = source->members.front();
    api::Value after = row;
    std::erase_if(after.members, [&made](const api::Value::Member& member) { return member.key != "name" && member.key != made.key; });
    api::Value* there = after.find(made.key);
    if (!there || !there->isObject() || made.key == "ephemeral") {
        after.set(made.key, made.value);
        return after;
    }
    for (const VolumeSource& one : volumeSources)
        if (made.key == one.member) {
            const api::Value* typedText = made.value.find(one.field);
            design::apply(*there, {{one.field}, typedText ? std::optional(*typedText) : std::nullopt});
        }
    return after;
}

}
