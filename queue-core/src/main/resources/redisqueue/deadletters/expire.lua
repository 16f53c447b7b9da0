-- expire: dead letters that are too old are removed, the oldest first
-- KEYS: dead, dead:job
-- ARGV: how old a dead letter may become, in ms
-- Reply: 0; how many were removed: if 500 or more, there may be more
-- Cost: O(1) for each, plus the size of one record; O(u) for each of u unreadable ones
-- Abort: an id without a record, shown as unreadable; a later call removes it
-- include lib/dead_letters
-- include lib/fields
-- include lib/time
local keys, oldest_kept = { dead = KEYS[1], dead_job = KEYS[2] }, now_ms() - tonumber(ARGV[1])

-- When a letter was buried, if its record tells.
local function buried_at(id)
	local letter = redis.call('HGET', keys.dead_job, id)
	local values = letter and parse_fields(letter, CAUSE)
	return values and tonumber(values[BURIED_AT] or nil), values and values[CAUSE] and is_unreadable(values[CAUSE])
end

-- Unreadable ones stand behind older ones, so they are stepped over if they stay. Letters without a time go with the
-- next one that is too old, as they are older.
local removed, undated, index = 0, {}, -1
for _ = 1, 2 * MAX_DROPPED do
	local id = redis.call('LINDEX', keys.dead, index)
	if not id or removed >= MAX_DROPPED then
		break
	end
	local time, unreadable = buried_at(id)
	if not time then
		undated[#undated + 1] = index
		index = index - 1
	elseif time < oldest_kept then
		drop_letter(keys, index)
		removed = removed + 1
		for k = #undated, 1, -1 do
			drop_letter(keys, undated[k])
			removed = removed + 1
		end
		index, undated = index + #undated, {}
	elseif unreadable then
		index = index - 1
	else
		break
	end
end
return { 0, removed }
