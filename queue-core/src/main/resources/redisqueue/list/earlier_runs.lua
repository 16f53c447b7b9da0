-- What earlier runs of this worker left goes to the head of the queue, that of the first one last. Returns whether no
-- earlier run has a private list any more.
local function reclaim_from_earlier_runs(keys, worker, max, now, limits)
	local alone, name = true, worker .. '#'
	local all = redis.call('ZRANGE', keys.workers, 0, -1, 'REV', 'WITHSCORES')
	for k = 1, #all, 2 do
		local other = all[k]
		if other ~= keys.run and string.sub(other, 1, #name) == name and not string.find(other, '#', #name + 1, true) then
			if tonumber(all[k + 1]) <= now then
				-- include lib/memory
				-- include list/reclaim_from
				allow_oom(keys)
				reclaim_from(keys, other, max, true, now, limits)
			end
			alone = alone and redis.call('EXISTS', keys.private_base .. other) == 0
		end
	end
	return alone
end
