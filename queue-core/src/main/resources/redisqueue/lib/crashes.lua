-- include lib/count
-- Crashes of workers. The record of a job is their number; a start that was recorded follows: the key of its lease, and
-- the worker.

-- The number of a job's crashes after one more, of the lease with this key; and the worker whose start was recorded, or
-- false. The first crash counts for all jobs that a worker held, later ones only for those whose handlers had begun.
local function count_crash(record, crash_key)
	local started, last_worker = string.match(record or '', '^%d+:([^:]*):?(.*)$')
	local count = count_in(record)
	if count == 0 or (crash_key and started == crash_key) then
		count = count + 1
	end
	return count, last_worker and last_worker ~= '' and last_worker
end

-- Records that the handler of a lease begins.
local function record_start(keys, id, record, crash_key, worker)
	redis.call('HSET', keys.crashes, id, count_in(record) .. ':' .. crash_key .. ':' .. worker)
end
