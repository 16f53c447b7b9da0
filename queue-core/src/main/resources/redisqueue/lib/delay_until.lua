-- include lib/memory
-- include lib/ready_time
-- Lets jobs be due at a time. Returns for how many somebody who waits has to be woken: those that are due at once, or
-- one if they are due earlier than all others.
local function delay_until(keys, ids, due, now)
	local is_sooner, scores = due < first_to_come(keys, now), {}
	-- One that is due already takes its place behind those that are ready.
	due = math.max(due, now)
	for k, id in ipairs(ids) do
		scores[2 * k - 1], scores[2 * k] = due, id
	end
	write(keys, 'ZADD', keys.delayed, unpack(scores))
	return due <= now and #ids or (is_sooner and 1 or 0)
end
