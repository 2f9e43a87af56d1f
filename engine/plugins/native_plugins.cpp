// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/native_plugins.h"

namespace berth::plugins {

std::vector<NativePlugin> nativePlugins()
{
    return {
        // One line for each: native<MyPlugin>("MyPlugin"),
    };
}

}
