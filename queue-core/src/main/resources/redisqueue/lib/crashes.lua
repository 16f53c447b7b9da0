-- include lib/count
-- include lib/memory
-- Crashes of workers. The record of a job is their number; a start that was recorded follows: the key of its lease, and
-- the worker. ALONE stands before the key if nothing else ran in the worker's application.

local ALONE = '!'

-- How many crashes beside others bury a job beyond the limit of those that it had alone.
local BESIDE = 10

-- The number of a job's crashes after one more, of the lease with this key; the worker whose start was recorded, or
-- false; whether these are more than the limit allows; and that worker again, if it has crashed now. The first crash
-- counts for all jobs that a worker held, later ones only for those whose handlers had begun. Beyond the limit, the job is
-- to blame for a crash if it ran alone.
local function count_crash(record, crash_key, limit)
	local alone, started, last_worker = string.match(record or '', '^%d+:(' .. ALONE .. '?)([^:]*):?(.*)$')
	local is_own = crash_key and started == crash_key
	local count = count_in(record)
	if count == 0 or is_own then
		count = count + 1
	end
	local is_to_blame = is_own and alone == ALONE
	last_worker = last_worker and last_worker ~= '' and last_worker or false
	return count, last_worker, count > limit + BESIDE or (count > limit and is_to_blame), is_own and last_worker or false
end

-- Records that the handlers of the leases at some positions begin: alone ('1'), or beside others.
local function record_starts(keys, leases, positions, alone, crash_key)
	if #positions == 0 then
		return
	end
	allow_oom(keys)
	local mark, ids = alone == '1' and ALONE or '', leases.ids
	local records = redis.call('HMGET', keys.crashes, unpack(ids))
	for _, i in ipairs(positions) do
		local start = mark .. crash_key(leases.receipts[i]) .. ':' .. leases.worker
		redis.call('HSET', keys.crashes, ids[i], count_in(records[i]) .. ':' .. start)
	end
end
