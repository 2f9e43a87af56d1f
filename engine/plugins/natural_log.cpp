// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/natural_log.h"

#include <cmath>
#include <numbers>

namespace berth::plugins {
namespace {

// ln 2 in two parts, and the coefficients of the series in s², from the classic FreeBSD e_log.
constexpr double ln2High = 6.93147180369123816490e-01;
constexpr double ln2Low = 1.90821492927058770002e-10;
constexpr double l1 = 6.666666666666735130e-01;
constexpr double l2 = 3.999999999940941908e-01;
constexpr double l3 = 2.857142874366239149e-01;
constexpr double l4 = 2.222219843214978396e-01;
constexpr double l5 = 1.818357216161805012e-01;
constexpr double l6 = 1.531383769920937332e-01;
constexpr double l7 = 1.479819860511658591e-01;

}

double naturalLog(double x)
{
    int exponent = 0;
    double fraction = std::frexp(x, &exponent);
    if (fraction < std::numbers::sqrt2 / 2) {
        fraction *= 2;
        --exponent;
    }
    const double k = exponent;
    const double f = fraction - 1;
    const double s = f / (2 + f);
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const double odd = s2 * (l1 + s4 * (l3 + s4 * (l5 + s4 * l7)));
    const double even = s4 * (l2 + s4 * (l4 + s4 * l6));
    const double r = odd + even;
    const double h = 0.5 * f * f;
    return k * ln2High - ((h - (s * (h + r) + k * ln2Low)) - f);
}

}
