-- redrive: dead jobs become ready, with fresh budgets
-- KEYS: the fixed ones, then n item keys and n lease keys
-- Reply: for each job 1 if it is ready again, 0 if it has no dead letter or lives again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads
-- Abort: an id in the queue without an item is a ghost; a dead letter beside a job that
--   lives again is passed by
-- include keys
-- include ring
-- include parse
-- include open
local PAYLOAD, HEADERS = 6, 7
local n = (#KEYS - FIXED) / 2
local redriven, ids = {}, {}
local was_empty = redis.call('LLEN', queue) == 0
for i = 1, n do
	local item = KEYS[FIXED + i]
	local id = string.sub(item, #item_base + 1)
	local letter = redis.call('HGET', dead_job, id)
	redriven[i] = 0
	if letter and redis.call('EXISTS', item) == 0 then
		local values = parse_fields(letter)
		redis.call('LPUSH', queue, id)
		if values[HEADERS] then
			redis.call('HSET', headers, id, values[HEADERS])
		end
		redis.call('SET', item, values[PAYLOAD])
		redriven[i] = 1
		ids[#ids + 1] = id
	end
end
if #ids > 0 then
	for _, extra in ipairs({ tokens, failures, crashes }) do
		redis.call('HDEL', extra, unpack(ids))
	end
	redis.call('HDEL', dead_job, unpack(ids))
	for _, id in ipairs(ids) do
		redis.call('LREM', dead, -1, id)
	end
	if was_empty then
		ring()
	end
end
return redriven
