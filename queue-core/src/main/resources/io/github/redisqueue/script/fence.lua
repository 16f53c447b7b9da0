-- Which of n leases the caller still holds: its receipt is that of the job's last lease
-- (with a minus sign once the job was reclaimed). ARGV: n, n ids, the worker, n receipts;
-- further arguments begin at ARGV[rest].
local n = tonumber(ARGV[1])
local worker, rest = ARGV[n + 2], 2 * n + 3
local ids, lost, is_lost = { unpack(ARGV, 2, n + 1) }, {}, {}
local last = redis.call('HMGET', tokens, unpack(ids))
for i = 1, n do
	local own = ARGV[n + 2 + i]
	if last[i] ~= own and last[i] ~= '-' .. own then
		lost[#lost + 1], is_lost[i] = i, true
	end
end
if #lost == n then
	return lost
end
-- include mine
local mine_last = of_mine(last)
