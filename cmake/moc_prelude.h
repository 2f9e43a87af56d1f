// SPDX-License-Identifier: GPL-3.0-or-later
// Read by moc before every file, by no compiler. moc 6.4 skips <type_traits>, which defines this macro, and then stumbles
// over `namespace std _GLIBCXX_VISIBILITY(default)` in <concepts> when that is the first header of a file.
#define _GLIBCXX_VISIBILITY(visibility)
