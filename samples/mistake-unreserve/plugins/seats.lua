-- SPDX-License-Identifier: GPL-3.0-or-later
-- MISTAKE: unreserve gives a seat back without asking whether this pod ever took one. It is called for every reserve
-- plugin when any of them fails, also for the one that has just refused; so every refusal makes a seat free that is not.
plugin = { name = "Seats" }

local seats = 2
local taken = 0

function reserve(state, pod, node)
    if taken >= seats then
        return framework.unschedulable("all seats are taken")
    end
    taken = taken + 1
    return framework.success()
end

function unreserve(state, pod, node)
    taken = taken - 1
end
