-- expire: dead letters that are too old are removed, the oldest first, some at a time
-- KEYS: dead, dead:job, dead:unreadable
-- ARGV: how old a dead letter may become, in ms
-- Reply: 0; how many were removed; 1 if there may be more, else 0
-- Cost: O(1) for each, plus the sizes of the records: up to 4 MiB, but one at least; O(u) for each of u unreadable ones
-- Abort: an id without a record, shown as unreadable; a later call removes it
-- include lib/dead_letters
-- include lib/fields
-- include lib/memory
-- include lib/time
local MAX_BYTES, MAX_STEPS, YEAR = 4 * 1024 * 1024, 1000, 365 * 24 * 60 * 60 * 1000
local keys, now = { dead = KEYS[1], dead_job = KEYS[2], dead_unreadable = KEYS[3] }, now_ms()
local oldest_kept, bytes = now - tonumber(ARGV[1]), 0

-- When a letter was buried, and whether it is unreadable. A record that does not tell, which others wrote, is unreadable
-- from now on. So is one that tells a time to come which no clock could have been ahead.
local function buried_at(id)
	local known = redis.call('ZSCORE', keys.dead_unreadable, id)
	if known then
		return tonumber(known), true
	end
	local letter = redis.call('HGET', keys.dead_job, id)
	bytes = bytes + (letter and #letter or 0)
	local values = letter and parse_fields(letter, BURIED_AT)
	local time = values and tonumber(values[BURIED_AT] or nil)
	local is_known = time and time < now + YEAR
	if not is_known then
		write(keys, 'ZADD', keys.dead_unreadable, string.format('%.0f', now), id)
	end
	return is_known and time or now, not is_known
end

-- Unreadable ones stand behind older ones, so they are stepped over if they stay.
local removed, index, is_more = 0, -1, 0
for step = 1, MAX_STEPS do
	local id = redis.call('LINDEX', keys.dead, index)
	if not id then
		break
	end
	local time, unreadable = buried_at(id)
	if time < oldest_kept then
		drop_letter(keys, index)
		removed = removed + 1
	elseif unreadable then
		index = index - 1
	else
		break
	end
	if removed >= MAX_DROPPED or bytes >= MAX_BYTES then
		is_more = 1
		break
	end
end
return { 0, removed, is_more }
