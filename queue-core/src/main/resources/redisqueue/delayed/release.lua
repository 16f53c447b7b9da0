-- release: leased jobs become ready again, ahead of the others and in the order given: they were older
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue
-- Abort: jobs that are ready with a receipt, which lease replaces
-- include delayed/ends
-- include delayed/fence
-- include delayed/keys
-- include delayed/scores
-- include lib/arrival
-- include lib/bell
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include lib/time
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local ids, held, lost = leases.ids, leases.held, leases.lost
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)
note(keys, pick(ids, held), 'released')
local back, scores = pick(ids, held), {}
local first = math.min(now_ms(), first_due(keys) or math.huge)
for k, id in ipairs(back) do
	scores[2 * k - 1], scores[2 * k] = first - (#back - k + 1) * STEP, id
end
redis.call('ZADD', keys.delayed, unpack(scores))
end_leases(keys, leases, held)
return { ring(keys, ARGV[#ARGV], #held), unpack(lost) }
