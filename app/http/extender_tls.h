// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/types.h"

#include <QSslConfiguration>
#include <tl/expected.hpp>

namespace berth::app {

/// How to talk https to an extender.
struct ExtenderTls {
    QSslConfiguration configuration;
    QString peerName;                      ///< not empty: the name to verify and to send as SNI
    bool isInsecure = false;               ///< the server's certificate is not looked at
};

/// As kube-scheduler makes it: data before files, and with enableHTTPS but no CA nothing is verified. The error names
/// the setting or the file that cannot be used, never what is in it.
tl::expected<ExtenderTls, std::string> makeExtenderTls(const config::Extender& extender);

}
