-- Which of n leases the caller still holds: what it knows the lease by is what was kept of
-- the job's last one (with a minus sign once the job was reclaimed). ARGV: n, n ids, the
-- worker, n receipts; further arguments begin at ARGV[rest]. What was kept of those held is
-- in mine_last.
local n = tonumber(ARGV[1])
local worker = ARGV[n + 2]
local rest = 2 * n + 3
local ids, held, mine, mine_ids, mine_last = {}, {}, {}, {}, {}
for i = 1, n do
	ids[i] = ARGV[i + 1]
end
local last = redis.call('HMGET', tokens, unpack(ids))
for i = 1, n do
	local own = ARGV[n + 2 + i]
	local is_held = last[i] == own or (last[i] and last[i] == '-' .. own)
	held[i] = is_held and 1 or 0
	if is_held then
		local k = #mine + 1
		mine[k], mine_ids[k], mine_last[k] = i, ids[i], last[i]
	end
end
if #mine == 0 then
	return held
end
