-- include stream/entries
-- include stream/group
-- include stream/keys

local function entry_parts(entry)
	local ms, seq = string.match(entry, '^(%d+)-(%d+)$')
	return tonumber(ms), tonumber(seq)
end

-- Whether an entry stands behind the last one that was delivered, or is that.
local function is_behind(entry, last)
	local ms, seq = entry_parts(entry)
	local last_ms, last_seq = entry_parts(last)
	return ms < last_ms or (ms == last_ms and seq <= last_seq)
end

-- Whether an entry is neither delivered to anyone nor to be delivered.
local function is_stranded(keys, entry, last)
	return is_behind(entry, last) and not delivery_of(keys, entry)
end

-- Whether the turn of a job would never come, as somebody else settled its delivery, or that of its place.
local function is_job_stranded(keys, entry, place, last)
	local delivery = delivery_of(keys, entry)
	local has_turn = place and read_entry(keys, place) and not is_stranded(keys, place, last)
	return (delivery and delivery[2] == RECLAIMED and not has_turn) or is_stranded(keys, entry, last)
end
