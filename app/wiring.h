// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace berth::views {
class MainWindow;
}

namespace berth::app {

class Autosave;
class Session;

/// Connects a window with a session: wishes one way, results the other. Neither knows the other.
void wire(views::MainWindow& window, Session& session);

/// Keeps what would be lost. With restore, what a killed session left is opened where it was, with a message; it is forgotten
/// once this session has kept it in its turn.
void wireAutosave(views::MainWindow& window, Session& session, Autosave& autosave, bool restore);

}
