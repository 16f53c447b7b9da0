-- heal: records of jobs that are gone are dropped, and jobs whose turn would never come,
--   as others settled their delivery, become ready; some at a time
-- KEYS: the fixed ones
-- ARGV: the cursor of the scan
-- Reply: the next cursor, how many became ready, how many were dropped
-- Cost: O(log m) for each of m jobs, plus its size
-- Abort: some are healed
-- include keys
-- include ring
-- include entry
-- include group
-- include forget
-- include hand
-- include open
local last = last_delivered()

local function parts(entry)
	local ms, seq = string.match(entry, '^(%d+)-(%d+)$')
	return tonumber(ms), tonumber(seq)
end

-- Neither delivered to anyone nor to be delivered.
local function is_stranded(entry)
	local ms, seq = parts(entry)
	local last_ms, last_seq = parts(last)
	local is_behind = ms < last_ms or (ms == last_ms and seq <= last_seq)
	return is_behind and not pending(entry, entry, 1)[1]
end

local healed, dropped = 0, 0
local page = redis.call('HSCAN', entries, ARGV[1], 'COUNT', 500)
for k = 1, #page[2], 2 do
	local id = page[2][k]
	local entry, place = locate(id)
	if not (entry and read_entry(entry)) then
		vanish({ id })
		dropped = dropped + 1
	else
		local delivery = pending(entry, entry, 1)[1]
		local has_no_turn = delivery and delivery[2] == RECLAIMED and not (place and read_entry(place) and not is_stranded(place))
		if has_no_turn or is_stranded(entry) then
			hand_to(RELEASED, { id })
			healed = healed + 1
		end
	end
end
if healed > 0 then
	ring()
end
return { page[1], healed, dropped }
