-- Which of n leases the caller still holds: its lease stands, or it has run out, and its
-- receipt is that of the job's last lease (with a minus sign once the job was reclaimed);
-- and the job exists. Beyond the fixed KEYS: n item keys, n lease keys. ARGV[1]: the
-- worker, ARGV[2..n+1]: the receipts; further arguments begin at ARGV[rest].
-- include ids
local n = #ids
local worker, rest = ARGV[1], n + 2
local items, leases = { unpack(KEYS, FIXED + 1, FIXED + n) }, { unpack(KEYS, FIXED + n + 1, FIXED + 2 * n) }
local holders = redis.call('MGET', unpack(leases))
local all_exist = redis.call('EXISTS', unpack(items)) == n
local lost, is_lost = {}, {}
local receipt, holder
for i = 1, n do
	if receipt ~= ARGV[i + 1] then
		receipt = ARGV[i + 1]
		holder = receipt .. ':' .. worker
	end
	local is_held = holders[i] == holder
	if not holders[i] then
		local last = redis.call('HGET', tokens, ids[i])
		is_held = last == receipt or last == '-' .. receipt
	end
	if not (is_held and (all_exist or redis.call('EXISTS', items[i]) == 1)) then
		lost[#lost + 1], is_lost[i] = i, true
	end
end
if #lost == n then
	return lost
end
-- include mine
