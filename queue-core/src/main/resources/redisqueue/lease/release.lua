-- release: leased jobs become ready again, ahead of the others and in the order given
-- KEYS: those of keys.lua; those of items and leases follow from the ids
-- ARGV: n, n ids, the worker, n receipts, the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n), plus for ids beyond REACH the distance from the head of processing, of each or of the farthest of many
-- Abort: an id in queue and processing at once is passed by in the queue while its lease lasts, then reclaimed
-- include lease/fence
-- include lease/keys
-- include lease/processing
-- include lib/bell
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local ids, held, lost = leases.ids, leases.held, leases.lost
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)
note(keys, pick(ids, held), 'released')
local back = {}
for k = #held, 1, -1 do
	local i = held[k]
	-- One whose lease ran out may have been reclaimed: then it is ready already.
	if leases.holders[i] or redis.call('LPOS', keys.processing, ids[i]) then
		back[#back + 1] = ids[i]
	end
end

-- create
if #back > 0 then
	redis.call('RPUSH', keys.queue, unpack(back))
end

-- remove
if #back > 0 then
	remove_from_processing(keys, back)
end
redis.call('DEL', unpack(pick(leases.lease_keys, held)))
redis.call('HDEL', keys.receipts, unpack(pick(ids, held)))
return { ring(keys, ARGV[#ARGV], #held), unpack(lost) }
