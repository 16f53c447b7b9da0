-- return_unreceived: jobs that a worker was given, but does not hold, become ready; nothing is counted, as the reply
--   was lost that told it of them
-- KEYS: those of keys.lua
-- ARGV: n, n ids, n receipts (empty: the id is a copy), the token
-- Reply: how many tokens the caller has to push; how many became ready
-- Cost: O(n p) with p jobs of the worker; O(q) with q jobs ready for each of at most 20 without a receipt
-- Abort: an id in queue and private list at once is leased until its receipt is marked, then ready; no bell rings
-- include lib/arguments
-- include lib/bell
-- include lib/memory
-- include lib/note
-- include list/freed
-- include list/jobs
-- include list/keys
-- include list/private_lists
-- include list/stranded
local keys = name_keys(KEYS, ARGV)
local ids, rest = id_arguments(ARGV)
allow_oom(keys)
local stored = redis.call('HMGET', keys.receipts, unpack(ids))
local back, marked, unmarked, copies, looks = {}, {}, {}, {}, 0
for i, id in ipairs(ids) do
	if not exists(keys, id) then
		copies[#copies + 1] = id
	elseif holder_of(stored[i]) ~= keys.boot then
		looks = looks + 1
		if looks <= MAX_LOOKS then
			local is_job = is_stranded(keys, id, stored[i])
			local to = is_job and back or copies
			to[#to + 1] = id
			unmarked[#unmarked + 1] = is_job and id or nil
		end
	elseif stored[i] == ARGV[rest + i - 1] then
		back[#back + 1] = id
		marked[#marked + 1], marked[#marked + 2] = id, '-' .. stored[i]
	end
end

-- create
if #back > 0 then
	redis.call('LPUSH', keys.queue, unpack(back))
end
note(keys, back, 'released')
if #marked > 0 then
	redis.call('HSET', keys.receipts, unpack(marked))
end
if #unmarked > 0 then
	redis.call('HDEL', keys.receipts, unpack(unmarked))
end

-- remove
for _, id in ipairs(back) do
	redis.call('LREM', keys.private, -1, id)
end
for _, id in ipairs(copies) do
	redis.call('LREM', keys.private, 0, id)
end
unregister_idle(keys, keys.boot)
local tokens = #back > 0 and ring(keys, ARGV[#ARGV], #back) or ring_freed(keys, ARGV[#ARGV], #copies)
return { tokens, #back }
