// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace berth::bench {

/// CPU time of the calling thread, which other programs on the machine do not lengthen.
inline double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Durations, and what one wants to know of them.
class Durations {
public:
    void add(double milliseconds) { all_.push_back(milliseconds); }
    void clear() { all_.clear(); }
    std::size_t size() const { return all_.size(); }
    double at(double share)
    {
        if (all_.empty())
            return 0;
        std::sort(all_.begin(), all_.end());
        return all_[static_cast<std::size_t>(share * static_cast<double>(all_.size() - 1))];
    }

private:
    std::vector<double> all_;
};

/// How long a thread's event loop does not come round: the gaps between the ticks of a timer that ought to tick every 4 ms,
/// and the thread's own CPU time in each gap.
class StallMeter {
public:
    StallMeter()
    {
        timer_.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { note(); });
    }
    void start()
    {
        gaps_.clear();
        work_.clear();
        clock_.start();
        whole_.start();
        cpu_ = threadMilliseconds();
        timer_.start(4);
    }
    void print(const char* phase)
    {
        timer_.stop();
        note();
        std::printf("%-22s %7.2f s  %6zu turns  p50 %6.1f  p99 %6.1f  worst %6.1f ms   own CPU: p99 %6.1f  worst %6.1f ms\n",
                    phase, static_cast<double>(whole_.elapsed()) / 1000, gaps_.size(), gaps_.at(0.5), gaps_.at(0.99),
                    gaps_.at(1), work_.at(0.99), work_.at(1));
        std::fflush(stdout);
    }

private:
    void note()
    {
        gaps_.add(static_cast<double>(clock_.nsecsElapsed()) / 1e6);
        clock_.restart();
        const double now = threadMilliseconds();
        work_.add(now - cpu_);
        cpu_ = now;
    }

    QTimer timer_;
    QElapsedTimer clock_;
    QElapsedTimer whole_;
    double cpu_ = 0;
    Durations gaps_;
    Durations work_;
};

}
