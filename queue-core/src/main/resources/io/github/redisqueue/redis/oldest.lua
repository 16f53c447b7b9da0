-- Takes up to max jobs from the head of the queue, the oldest first, after those whose
-- ready time has come were moved to its tail. Needs max and now, and of the algorithm:
-- read(found), the payloads of ids (false: there is no such job) and whether they are
-- leased; take(fresh), which leases jobs and returns what their holders know the leases
-- by; pass(live), which makes good what an abort left of a leased id in the queue.
local MAX_BYTES, MAX_GHOSTS, MAX_DUE, FIRST_LOOK = 4 * 1024 * 1024, 1000, 500, 10
local due = redis.call('ZRANGE', delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_DUE)
if #due > 0 then
	redis.call('LPUSH', queue, unpack(due))
	redis.call('ZREM', delayed, unpack(due))
end
local some_delayed = redis.call('EXISTS', delayed) == 1

local ids, given, payloads, seen = {}, {}, {}, {}
local bytes, largest, looked, full = 0, 1, 0, false

-- Sorts what stands at the head of the queue into jobs to take and ids that are leased;
-- returns how many ids were looked at, both, and which of those to take are in delayed.
-- Ghosts, and ids that stand in the queue ahead of their time, are in neither.
local function look(found)
	local items, leased = read(found)
	local scores = some_delayed and redis.call('ZMSCORE', delayed, unpack(found)) or {}
	local fresh, live, overdue = {}, {}, {}
	local count = 0
	for i = #found, 1, -1 do
		local id, item = found[i], items[i]
		if item and #ids + #fresh > 0 and bytes + #item > MAX_BYTES then
			full = true
			break
		end
		count = count + 1
		if item and not seen[id] then
			if leased[i] then
				live[#live + 1] = id
			elseif not (scores[i] and tonumber(scores[i]) > now) then
				fresh[#fresh + 1] = id
				overdue[#overdue + 1] = scores[i] and id or nil
				payloads[#ids + #fresh] = item
				bytes, largest = bytes + #item, math.max(largest, #item)
			end
			seen[id] = true
		end
	end
	return count, fresh, live, overdue
end

while #ids < max and not full and looked < max + MAX_GHOSTS do
	-- a few first, then as many as would fit if all were as large as the largest so far
	local fitting = looked == 0 and FIRST_LOOK or math.max(1, math.floor((MAX_BYTES - bytes) / largest))
	local found = redis.call('LRANGE', queue, -math.min(max - #ids, fitting), -1)
	if #found == 0 then
		break
	end
	local count, fresh, live, overdue = look(found)
	local receipts = #fresh > 0 and take(fresh) or {}
	for k, id in ipairs(fresh) do
		ids[#ids + 1], given[#given + 1] = id, receipts[k]
	end
	if #overdue > 0 then
		redis.call('ZREM', delayed, unpack(overdue))
	end
	pass(live)
	redis.call('LTRIM', queue, 0, -count - 1)
	looked = looked + count
end

local next_due = 0
if redis.call('LLEN', queue) == 0 then
	local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
	next_due = first and math.max(0, tonumber(first) - now) or -1
end
