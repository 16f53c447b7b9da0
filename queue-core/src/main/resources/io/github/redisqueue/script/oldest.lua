-- Takes up to max jobs from the head of the queue, the oldest first, after those whose
-- ready time has come were moved to its tail. Needs max and now, and of the algorithm:
-- read(found), the payloads of ids (false: there is no such job) and their marks;
-- is_leased(mark), asked for marks that are not false; take(fresh), which leases jobs;
-- pass(live), which makes good what an abort left of a leased id in the queue.
local MAX_BYTES, MAX_GHOSTS, MAX_DUE, FIRST_LOOK = 4 * 1024 * 1024, 1000, 500, 10
local due = redis.call('ZRANGE', delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_DUE)
if #due > 0 then
	redis.call('LPUSH', queue, unpack(due))
	redis.call('ZREM', delayed, unpack(due))
end
local some_delayed = redis.call('EXISTS', delayed) == 1

local ids, payloads, seen = {}, {}, {}
local count, bytes, largest, looked, full = 0, 0, 1, 0, false

-- Sorts what stands at the head of the queue into jobs to take, which join ids and
-- payloads, and ids that are leased. Returns how many ids were looked at, both, and which
-- of those to take are in delayed. Ghosts, and ids that stand in the queue ahead of their
-- time, are in neither.
local function look(found)
	local items, marks = read(found)
	local scores = some_delayed and redis.call('ZMSCORE', delayed, unpack(found)) or {}
	local fresh, live, overdue, first = {}, {}, {}, count
	for i = #found, 1, -1 do
		local id, item = found[i], items[i]
		if item and not seen[id] then
			local size = #item
			if bytes + size > MAX_BYTES and count > 0 then
				full = true
				return #found - i, fresh, live, overdue
			end
			seen[id] = true
			if marks[i] and is_leased(marks[i]) then
				live[#live + 1] = id
			elseif not (scores[i] and tonumber(scores[i]) > now) then
				count = count + 1
				fresh[count - first], ids[count], payloads[count] = id, id, item
				bytes = bytes + size
				if size > largest then
					largest = size
				end
				overdue[#overdue + 1] = scores[i] and id or nil
			end
		end
	end
	return #found, fresh, live, overdue
end

while count < max and not full and looked < max + MAX_GHOSTS do
	-- a few first, then as many as would fit if all were as large as the largest so far
	local fitting = looked == 0 and FIRST_LOOK or math.max(1, math.floor((MAX_BYTES - bytes) / largest))
	local found = redis.call('LRANGE', queue, -math.min(max - count, fitting), -1)
	if #found == 0 then
		break
	end
	local passed, fresh, live, overdue = look(found)
	if #fresh > 0 then
		take(fresh)
	end
	if #overdue > 0 then
		redis.call('ZREM', delayed, unpack(overdue))
	end
	pass(live)
	redis.call('LTRIM', queue, 0, -passed - 1)
	looked = looked + passed
end

local next_due = 0
if redis.call('LLEN', queue) == 0 then
	local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
	next_due = first and math.max(0, tonumber(first) - now) or -1
end
