-- Which of n leases the caller still holds: its lease stands, or it has run out, and the
-- token is that of the job's last lease (with a minus sign once the job was reclaimed);
-- and the job exists. Beyond the fixed KEYS: n item keys, n lease keys. ARGV[1]: the
-- worker, ARGV[2..n+1]: the tokens; further arguments begin at ARGV[rest].
local n = (#KEYS - FIXED) / 2
local rest = n + 2
local worker = ARGV[1]
local ids, held, mine = {}, {}, {}
for i = 1, n do
	ids[i] = string.sub(KEYS[FIXED + i], #item_base + 1)
end
local holders = redis.call('MGET', unpack(KEYS, FIXED + n + 1, FIXED + 2 * n))
local all_exist = redis.call('EXISTS', unpack(KEYS, FIXED + 1, FIXED + n)) == n
local of_worker = ':' .. worker
for i = 1, n do
	local own, is_held = ARGV[i + 1], false
	if holders[i] then
		is_held = holders[i] == own .. of_worker
	else
		local last = redis.call('HGET', tokens, ids[i])
		is_held = last == own or last == '-' .. own
	end
	is_held = is_held and (all_exist or redis.call('EXISTS', KEYS[FIXED + i]) == 1)
	held[i] = is_held and 1 or 0
	if is_held then
		mine[#mine + 1] = i
	end
end
if #mine == 0 then
	return held
end
