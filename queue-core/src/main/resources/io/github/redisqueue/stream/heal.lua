-- heal: records of jobs that are gone are dropped, and jobs that will not be delivered,
--   as their delivery was settled by other means than ours, become ready; some at a time
-- KEYS: the fixed ones
-- ARGV: the cursor of the scan
-- Reply: the next cursor, how many became ready, how many were dropped
-- Cost: O(log m) for each job, plus its size
-- Abort: some are healed
-- include keys
-- include ring
-- include record
-- include group
-- include let_go
-- include again
-- include open
local function is_behind(entry, last)
	local ms, seq = string.match(entry, '^(%d+)-(%d+)$')
	local last_ms, last_seq = string.match(last, '^(%d+)-(%d+)$')
	if ms ~= last_ms then
		return tonumber(ms) < tonumber(last_ms)
	end
	return tonumber(seq) <= tonumber(last_seq)
end

local function exists(entry)
	return redis.call('XRANGE', stream, entry, entry)[1]
end

local last = last_delivered()
-- Neither delivered to anyone nor to be delivered.
local function is_stranded(entry)
	return is_behind(entry, last) and not pending(entry, entry, 1)[1]
end

local healed, dropped = 0, 0
local page = redis.call('HSCAN', entries, ARGV[1], 'COUNT', 500)
for k = 1, #page[2], 2 do
	local id, entry, place = page[2][k], parse_record(page[2][k + 1])
	local has_place = place ~= ''
	if not exists(entry) then
		forget({ entry, has_place and place or nil }, { id })
		dropped = dropped + 1
	else
		local delivery = pending(entry, entry, 1)[1]
		local without_turn = delivery and delivery[2] == READY and (not has_place or not exists(place) or is_stranded(place))
		if without_turn or is_stranded(entry) then
			ready_again(id, entry, delivery and delivery[4] or 1)
			healed = healed + 1
			if has_place then
				let_go({ place }, {})
			end
		end
	end
end
if healed > 0 then
	ring()
end
return { page[1], healed, dropped }
