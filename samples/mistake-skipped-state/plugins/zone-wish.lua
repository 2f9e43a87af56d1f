-- SPDX-License-Identifier: GPL-3.0-or-later
-- MISTAKE: preFilter answers Skip for pods without a wish and writes no state for them. Skip keeps filter from being
-- called, but not score, which then reads what is not there.
plugin = { name = "ZoneWish" }

function preFilter(state, pod)
    local wish = pod.annotations["example.com/zone"]
    if not wish then
        return framework.skip()
    end
    state:write("wish", { zone = wish })
    return framework.success()
end

function score(state, pod, node)
    local wish = state:read("wish")
    if node.labels.zone == wish.zone then
        return 100
    end
    return 0
end
