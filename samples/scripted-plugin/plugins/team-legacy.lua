-- SPDX-License-Identifier: GPL-3.0-or-later
-- The classic first plugin: no new pod goes to a node that belongs to the old team.
plugin = { name = "TeamLegacy" }

function filter(state, pod, node)
    if node.labels.team == "legacy" then
        return framework.unschedulable("node(s) belong to team legacy")
    end
    return framework.success()
end

events = {
    { resource = "Node", actions = { "Add", "UpdateNodeLabel" },
      hint = function(pod, before, after) return after.labels.team ~= "legacy" end },
}
