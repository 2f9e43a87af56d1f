// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/http/extender_tls.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>

namespace berth::app {
namespace {

using Bytes = tl::expected<QByteArray, std::string>;

/// The data if there are any, else the file's contents; empty if neither is set.
Bytes pem(const std::string& data, const std::string& file)
{
    if (!data.empty() || file.empty())
        return QByteArray::fromStdString(data);
    QFile in(QString::fromStdString(file));
    if (!in.open(QIODevice::ReadOnly))
        return tl::unexpected("open " + file + ": " + in.errorString().toStdString());
    return in.readAll();
}

QSslKey readKey(const QByteArray& bytes)
{
    const QSslKey rsa(bytes, QSsl::Rsa);
    return rsa.isNull() ? QSslKey(bytes, QSsl::Ec) : rsa;
}

}

tl::expected<ExtenderTls, std::string> makeExtenderTls(const config::Extender& extender)
{
    const auto settings = extender.tlsConfig.value_or(config::ExtenderTLSConfig{});
    ExtenderTls tls;
    tls.configuration = QSslConfiguration::defaultConfiguration();
    tls.configuration.setProtocol(QSsl::TlsV1_2OrLater);
    tls.peerName = QString::fromStdString(settings.serverName);
    const auto ca = pem(settings.caData, settings.caFile);
    const auto certificate = pem(settings.certData, settings.certFile);
    const auto key = pem(settings.keyData, settings.keyFile);
    for (const auto* bytes : {&ca, &certificate, &key})
        if (!*bytes)
            return tl::unexpected(bytes->error());
    tls.isInsecure = settings.insecure || (extender.enableHTTPS && ca->isEmpty());
    if (!ca->isEmpty()) {
        const auto authorities = QSslCertificate::fromData(*ca);
        if (authorities.isEmpty())
            return tl::unexpected(std::string("unable to load root certificates: unable to parse bytes as PEM block"));
        tls.configuration.setCaCertificates(authorities);
    }
    if (!certificate->isEmpty() || !key->isEmpty()) {
        const auto chain = QSslCertificate::fromData(*certificate);
        const auto privateKey = readKey(*key);
        if (chain.isEmpty() || privateKey.isNull())
            return tl::unexpected(std::string("the client certificate or its key cannot be read (PEM with an RSA or EC key)"));
        tls.configuration.setLocalCertificateChain(chain);
        tls.configuration.setPrivateKey(privateKey);
    }
    if (tls.isInsecure)
        tls.configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    return tls;
}

}
