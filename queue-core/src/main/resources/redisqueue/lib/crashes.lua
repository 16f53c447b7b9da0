-- include lib/count
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

-- Records that the handler of a lease begins: alone ('1'), or beside others.
local function record_start(keys, id, record, crash_key, worker, alone)
	local mark = alone == '1' and ALONE or ''
	redis.call('HSET', keys.crashes, id, count_in(record) .. ':' .. mark .. crash_key .. ':' .. worker)
end
