-- Leased jobs of a delayed queue that nobody holds, and leases of no job.
-- KEYS: the prefix of the queue
local LEASED = 2 ^ 52
local orphans = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':delayed', string.format('%.0f', LEASED), '+inf', 'BYSCORE')) do
	if redis.call('HEXISTS', KEYS[1] .. ':tokens', id) == 0 then
		orphans[#orphans + 1] = id .. ' is leased without a token'
	end
end
local tokens = redis.call('HGETALL', KEYS[1] .. ':tokens')
for i = 1, #tokens, 2 do
	-- A job that was reclaimed keeps its token with a minus sign.
	local score = redis.call('ZSCORE', KEYS[1] .. ':delayed', tokens[i])
	if string.sub(tokens[i + 1], 1, 1) ~= '-' and (not score or tonumber(score) < LEASED) then
		orphans[#orphans + 1] = tokens[i] .. ' has a token, but is not leased'
	end
end
return orphans
