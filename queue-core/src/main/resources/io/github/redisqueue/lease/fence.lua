-- Which of n leases the caller still holds: the token is that of the job's last lease
-- (with a minus sign once the job was reclaimed), nobody else's lease stands, and the
-- job exists. Beyond the fixed KEYS: n item keys, n lease keys. ARGV[1]: the worker,
-- ARGV[2..n+1]: the tokens; further arguments begin at ARGV[rest].
local n = (#KEYS - FIXED) / 2
local rest = n + 2
local worker = ARGV[1]
local ids, held, mine = {}, {}, {}
for i = 1, n do
	ids[i] = string.sub(KEYS[FIXED + i], #item_base + 1)
end
local last = redis.call('HMGET', tokens, unpack(ids))
local holders = redis.call('MGET', unpack(KEYS, FIXED + n + 1, FIXED + 2 * n))
local all_exist = redis.call('EXISTS', unpack(KEYS, FIXED + 1, FIXED + n)) == n
for i = 1, n do
	local own = ARGV[i + 1]
	local is_held = (last[i] == own or last[i] == '-' .. own)
		and (not holders[i] or holders[i] == own .. ':' .. worker)
		and (all_exist or redis.call('EXISTS', KEYS[FIXED + i]) == 1)
	held[i] = is_held and 1 or 0
	if is_held then
		mine[#mine + 1] = i
	end
end
if #mine == 0 then
	return held
end
