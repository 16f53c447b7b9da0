-- include stream/ends
-- include stream/records
-- The end of jobs that are ready, delayed or leased, whoever holds them. Returns which positions are those of such jobs,
-- as true.
local function end_any(keys, ids)
	local was_there = {}
	local entries, ended_ids = {}, {}
	for i, id in ipairs(ids) do
		local entry, place = locate(keys, id)
		local is_entry = entry and redis.call('XDEL', keys.stream, entry) == 1
		was_there[i] = (is_entry or redis.call('ZSCORE', keys.delayed, id)) and true or nil
		if was_there[i] or entry then
			ended_ids[#ended_ids + 1] = id
		end
		entries[#entries + 1] = entry
		entries[#entries + 1] = place
	end
	if #ended_ids > 0 then
		end_jobs(keys, ended_ids, entries)
	end
	return was_there
end
