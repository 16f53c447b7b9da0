-- include stream/group
-- include stream/keys
-- How many entries were delivered; and for how many jobs they are pending for no worker, as these were reclaimed or
-- released.
local function count_delivered(keys)
	local delivered, pending_for = 0, {}
	local summary = ask_group('XPENDING', keys.stream, GROUP)
	if summary then
		delivered = summary[1]
		for _, consumer in ipairs(summary[4] or {}) do
			pending_for[consumer[1]] = tonumber(consumer[2])
		end
	end
	return delivered, pending_for[RECLAIMED] or 0, pending_for[RELEASED] or 0
end

-- How many jobs are leased.
local function count_leased(keys)
	local delivered, reclaimed, released = count_delivered(keys)
	return delivered - reclaimed - released
end
