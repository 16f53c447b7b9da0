-- Leased jobs of a list queue that nobody holds, and leases of no job.
-- KEYS: the prefix of the queue
local orphans, listed = {}, {}
for _, key in ipairs(redis.call('KEYS', KEYS[1] .. ':processing:*')) do
	local run = string.sub(key, #KEYS[1] + #':processing:' + 1)
	local is_known = redis.call('ZSCORE', KEYS[1] .. ':workers', run)
	for _, id in ipairs(redis.call('LRANGE', key, 0, -1)) do
		listed[id] = true
		if not is_known and redis.call('HEXISTS', KEYS[1] .. ':jobs', id) == 1 then
			orphans[#orphans + 1] = id .. ' is in the list of a worker that nobody watches'
		end
	end
end
local tokens = redis.call('HGETALL', KEYS[1] .. ':tokens')
for i = 1, #tokens, 2 do
	-- A job that was reclaimed keeps its token with a minus sign.
	if not listed[tokens[i]] and string.sub(tokens[i + 1], 1, 1) ~= '-' then
		orphans[#orphans + 1] = tokens[i] .. ' has a token, but is in no list of a worker'
	end
end
return orphans
