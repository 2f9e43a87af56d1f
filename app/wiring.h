// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace berth::views {
class MainWindow;
}

namespace berth::app {

class Session;

/// Connects a window with a session: wishes one way, results the other. Neither knows the other.
void wire(views::MainWindow& window, Session& session);

}
