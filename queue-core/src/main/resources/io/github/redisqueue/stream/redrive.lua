-- redrive: dead jobs become ready, with fresh budgets
-- KEYS: the fixed ones
-- ARGV: n, n ids
-- Reply: for each job 1 if it is ready again, 0 if it has no dead letter or lives again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads
-- Abort: a dead letter beside a job that lives again is passed by
-- include keys
-- include ring
-- include fields
-- include parse
-- include record
-- include entry
-- include open
local PAYLOAD, HEADERS = 6, 7
local redriven, ids = {}, {}
for i = 1, tonumber(ARGV[1]) do
	local id = ARGV[i + 1]
	local letter = redis.call('HGET', dead_job, id)
	local entry = parse_record(redis.call('HGET', entries, id))
	local lives = redis.call('ZSCORE', delayed, id) or (entry and read_entry(entry))
	redriven[i] = 0
	if letter and not lives then
		local values = parse_fields(letter)
		redis.call('HSET', entries, id, add_entry(id, values[PAYLOAD], values[HEADERS]))
		redriven[i] = 1
		ids[#ids + 1] = id
	end
end
if #ids > 0 then
	redis.call('HDEL', failures, unpack(ids))
	redis.call('HDEL', crashes, unpack(ids))
	redis.call('HDEL', dead_job, unpack(ids))
	for _, id in ipairs(ids) do
		redis.call('LREM', dead, -1, id)
	end
	ring()
end
return redriven
