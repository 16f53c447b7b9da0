-- give_back: jobs that a worker was given, but does not hold, become ready; nothing is
--   counted, as the reply was lost that told it of them
-- KEYS: the fixed ones
-- ARGV: n, n ids, n receipts (empty: the id is a copy)
-- Reply: how many became ready
-- Cost: O(n p) with p jobs of the worker
-- Abort: an id in queue and private list at once is leased until its token is marked, then
--   ready
-- include keys
-- include ring
-- include ids
-- include places
-- include exists
-- include open
local n = #ids
local last = redis.call('HMGET', tokens, unpack(ids))
local back, handed, copies = {}, {}, {}
for i, id in ipairs(ids) do
	if holder_of(last[i]) ~= boot or not exists(id) then
		copies[#copies + 1] = id
	elseif last[i] == ARGV[n + 1 + i] then
		back[#back + 1] = id
		handed[#handed + 1], handed[#handed + 2] = id, '-' .. last[i]
	end
end
if #back > 0 then
	local was_empty = redis.call('LLEN', queue) == 0
	redis.call('LPUSH', queue, unpack(back))
	redis.call('HSET', tokens, unpack(handed))
	if was_empty then
		ring()
	end
end
for _, id in ipairs(back) do
	redis.call('LREM', private, -1, id)
end
for _, id in ipairs(copies) do
	redis.call('LREM', private, 0, id)
end
strike_off(boot)
return { #back }
