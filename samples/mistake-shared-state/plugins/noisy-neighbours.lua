-- SPDX-License-Identifier: GPL-3.0-or-later
-- MISTAKE: clone returns the table itself. A dry run of preemption works on a copy of the state for every node; here all
-- of them change the same counts.
plugin = { name = "NoisyNeighbours" }

local function isNoisy(pod) return pod.labels.noisy == "yes" end

-- How many noisy pods there are at all: two are allowed in the cluster.
function preFilter(state, pod, nodes)
    local noisy = { count = 0, clone = function(self) return self end }
    for _, node in ipairs(nodes) do
        for _, other in ipairs(node.pods) do
            if isNoisy(other) then
                noisy.count = noisy.count + 1
            end
        end
    end
    state:write("noisy", noisy)
end

function addPod(state, pod, added, node)
    if isNoisy(added) then
        local noisy = state:read("noisy")
        noisy.count = noisy.count + 1
    end
end

function removePod(state, pod, removed, node)
    if isNoisy(removed) then
        local noisy = state:read("noisy")
        noisy.count = noisy.count - 1
    end
end

function filter(state, pod, node)
    if isNoisy(pod) and state:read("noisy").count >= 2 then
        return framework.unschedulable("two noisy pods are enough")
    end
end
