// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QThreadPool>

#include <memory>

namespace berth::models {

/// A shared value whose last owner, usually the window, does not have to take it apart: what holds tens of thousands of
/// texts is destroyed on a thread of the pool.
template <typename T>
std::shared_ptr<T> makeBackgroundDeleted()
{
    return std::shared_ptr<T>(new T, [](T* value) {
        if (auto* pool = QThreadPool::globalInstance())
            pool->start([value] { delete value; });
        else
            delete value;
    });
}

}
