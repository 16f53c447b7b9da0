-- redrive: dead jobs become ready, with fresh budgets
-- KEYS: the fixed ones
-- ARGV: n, n ids
-- Reply: for each job 1 if it is ready again, 0 if it has no dead letter or lives again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads
-- Abort: a dead letter beside a job that lives again is passed by
-- include keys
-- include time
-- include ring
-- include parse
-- include open
local PAYLOAD, HEADERS = 6, 7
local n = tonumber(ARGV[1])
local redriven, ids = {}, {}
local now = now_ms()
for i = 1, n do
	local id = ARGV[i + 1]
	local letter = redis.call('HGET', dead_job, id)
	redriven[i] = 0
	if letter and not redis.call('ZSCORE', delayed, id) then
		local values = parse_fields(letter)
		redis.call('HSET', jobs, id, values[PAYLOAD])
		if values[HEADERS] then
			redis.call('HSET', headers, id, values[HEADERS])
		end
		redis.call('ZADD', delayed, now, id)
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
	ring()
end
return redriven
