-- include lib/delayed_jobs
-- include lib/fitting
-- include lib/memory
-- Takes ready jobs from the head of a queue that is a list, the oldest first.

local MAX_GHOSTS, MAX_DUE = 1000, 500

-- Moves delayed jobs that are due to the tail of the queue.
local function promote_due(keys, now)
	local due = redis.call('ZRANGE', keys.delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_DUE)
	if #due > 0 then
		allow_oom(keys)
		redis.call('LPUSH', keys.queue, unpack(due))
		redis.call('ZREM', keys.delayed, unpack(due))
	end
end

-- Sorts what stands at the head of the queue into jobs to take, which join the batch, and ids that are leased. Returns
-- how many ids were looked at, both, and which of those to take are in delayed. Ghosts, and ids that stand in the queue
-- ahead of their time, are in neither.
local function sort_head(batch, found, headers, scores, now, steps)
	local items, marks = steps.read(found)
	local ids, payloads, seen = batch.ids, batch.payloads, batch.seen
	local count, bytes, largest = batch.count, batch.bytes, batch.largest
	local fresh, live, overdue, looked, first = {}, {}, {}, #found, batch.count
	for i = #found, 1, -1 do
		local id, item = found[i], items[i]
		if item and not seen[id] then
			local size = #item + (headers[i] and #headers[i] or 0)
			if bytes + size > MAX_BYTES and count > 0 then
				batch.full = true
				looked = #found - i
				break
			end
			seen[id] = true
			if marks[i] and steps.is_leased(marks[i], id) then
				live[#live + 1] = id
			elseif not (scores[i] and tonumber(scores[i]) > now) then
				count = count + 1
				ids[count], payloads[count], batch.headers[count] = id, item, headers[i]
				fresh[count - first] = id
				bytes = bytes + size
				if size > largest then
					largest = size
				end
				overdue[#overdue + 1] = scores[i] and id or nil
			end
		end
	end
	batch.count, batch.bytes, batch.largest = count, bytes, largest
	return looked, fresh, live, overdue
end

-- Takes up to max jobs, after delayed ones that are due. The algorithm's steps:
--   read(ids)         payloads (false: there is no such job) and marks
--   is_leased(mark, id)   asked for marks that are not false
--   assign(ids, is_tail)   leases jobs; if it is the one at the tail of the queue alone, it leaves the queue with that
--   repair(ids)       for ids that stand in the queue although they are leased, as an abort leaves them
-- The time is nil if no job is delayed, and none has headers. Returns the batch, and the ms until more is due (0: more may
-- be ready, -1: nothing waits).
local function take_oldest(keys, max, now, steps)
	if now then
		promote_due(keys, now)
	end
	local some_delayed = now and redis.call('EXISTS', keys.delayed) == 1
	local some_headed = now and redis.call('EXISTS', keys.headers) == 1
	local batch = { ids = {}, payloads = {}, headers = {}, seen = {}, count = 0, bytes = 0, largest = 1, full = false }
	local looked, is_more = 0, max > 0 or redis.call('LLEN', keys.queue) > 0
	while is_more and batch.count < max and not batch.full and looked < max + MAX_GHOSTS do
		local count = math.min(max - batch.count, fitting(batch.count, batch.bytes, batch.largest))
		-- one more than is wanted tells whether more is left
		local found = redis.call('LRANGE', keys.queue, -count - 1, -1)
		if #found == 0 then
			is_more = false
			break
		end
		is_more = #found > count
		if is_more then
			table.remove(found, 1)
		end
		local scores = some_delayed and redis.call('ZMSCORE', keys.delayed, unpack(found)) or {}
		local headers = some_headed and redis.call('HMGET', keys.headers, unpack(found)) or {}
		local passed, fresh, live, overdue = sort_head(batch, found, headers, scores, now, steps)
		local is_tail = passed == 1 and #fresh == 1
		if #fresh > 0 then
			steps.assign(fresh, is_tail)
		end
		if #overdue > 0 then
			redis.call('ZREM', keys.delayed, unpack(overdue))
		end
		if #live > 0 then
			steps.repair(live)
		end
		if not is_tail then
			redis.call('LTRIM', keys.queue, 0, -passed - 1)
		end
		looked = looked + passed
	end
	batch.headers = some_headed and batch.headers or nil
	if is_more or batch.full then
		return batch, 0
	end
	return batch, some_delayed and next_due(keys, now) or -1
end
