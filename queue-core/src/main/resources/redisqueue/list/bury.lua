-- bury: leased jobs become dead
-- KEYS: those of keys.lua; the private lists of other boots follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, how many dead letters are kept; then for each lease 1 if its handler has just
--   failed, else 0, and the cause
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n) plus the sizes of the payloads, plus for each the distance from the tail of the private list
-- Abort: a dead letter may stand beside a job that lives on; redrive skips it
-- include lib/arguments
-- include lib/dead_letters
-- include lib/failures
-- include lib/memory
-- include lib/pick
-- include lib/time
-- include list/ends
-- include list/fence
-- include list/jobs
-- include list/keys
local keys = name_keys(KEYS)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local max_dead = tonumber(ARGV[rest])
local held, lost, stored = fence(keys, ids, worker, receipts)
if #held == 0 then
	return { 0, unpack(lost) }
end
allow_oom(keys)
local now = now_ms()
local failures_of = redis.call('HMGET', keys.failures, unpack(ids))
local crashes_of = redis.call('HMGET', keys.crashes, unpack(ids))

-- create
for _, i in ipairs(held) do
	local id, has_failed, cause = ids[i], ARGV[rest + 2 * i - 1] == '1', ARGV[rest + 2 * i]
	local failures = failures_of[i]
	if has_failed then
		failures = count_failure(failures, now)
	end
	local payload, headers = content(keys, id)
	write_dead_letter(keys, id, { now, worker, cause, failures, crashes_of[i], payload, headers })
end

-- remove
end_jobs(keys, pick(ids, held), pick(stored, held))
trim_dead_letters(keys, max_dead)
return { 0, unpack(lost) }
