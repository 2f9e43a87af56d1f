// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

int main(int argc, char** argv) { return berth::ctl::runCommandLine(argc, argv); }
