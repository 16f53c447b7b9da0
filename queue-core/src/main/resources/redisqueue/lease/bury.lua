-- bury: leased jobs become dead
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the worker, n receipts, how many dead letters are kept; then for each lease 1 if its handler has just failed,
--   else 0, and the cause
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n) plus the sizes of the payloads, plus for each the distance from the tail of processing as in complete
-- Abort: a dead letter may stand beside a job that lives on; redrive skips it
-- include lease/ends
-- include lease/fence
-- include lease/keys
-- include lib/dead_letters
-- include lib/failures
-- include lib/memory
-- include lib/pick
-- include lib/time
local keys = name_keys(KEYS)
local ids, items, leases = job_keys(keys, KEYS)
local worker, receipts, rest = worker_and_receipts(ARGV, #ids)
local max_dead = tonumber(ARGV[rest])
local held, lost, holders = fence(keys, ids, items, leases, worker, receipts)
if #held == 0 then
	return { 0, unpack(lost) }
end
allow_oom(keys)
local now = now_ms()
local failures_of = redis.call('HMGET', keys.failures, unpack(ids))
local headers_of = redis.call('HMGET', keys.headers, unpack(ids))
local crashes_of = redis.call('HMGET', keys.crashes, unpack(ids))

-- create
for _, i in ipairs(held) do
	local id, has_failed, cause = ids[i], ARGV[rest + 2 * i - 1] == '1', ARGV[rest + 2 * i]
	local failures = failures_of[i]
	if has_failed then
		failures = count_failure(failures, now)
	end
	write_dead_letter(keys, id, { now, worker, cause, failures, crashes_of[i], redis.call('GET', items[i]), headers_of[i] })
end

-- remove
end_jobs(keys, pick(ids, held), pick(items, held), pick(leases, held), pick(holders, held))
trim_dead_letters(keys, max_dead)
return { 0, unpack(lost) }
