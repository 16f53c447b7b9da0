-- reschedule: jobs that are ready, delayed or waiting become ready at another time; one that is to be ready at once stays
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the ready time (+ms: after a delay, ms: at a time), the shard
-- Reply: how many wake-ups the caller has to push; for each id 1 if its job is ready, delayed or waiting, else 0
-- Cost: for each O(log d) with d jobs delayed, and for one that is ready the size of its payload
-- Abort: a ready time without a payload is dropped when it has come; a job that is an entry and delayed as well may
--   come early
-- include lib/arguments
-- include lib/bell
-- include lib/delay_until
-- include lib/pick
-- include lib/ready_time
-- include lib/rescheduled
-- include lib/reschedule_waiting
-- include lib/time
-- include stream/ends
-- include stream/entries
-- include stream/group
-- include stream/keys
-- include stream/records
-- include stream/store_content
-- include stream/with_places
local keys, now, reply = name_keys(KEYS, ARGV), now_ms(), { 0 }
local ids, rest = id_arguments(ARGV)
local due = ready_time(ARGV[rest], now)
local waiting, opened = reschedule_waiting(keys, ids, due, now)

-- Whether an entry is that of a job which nobody holds.
local function is_free(entry)
	local delivery = delivery_of(keys, entry)
	local consumer = delivery and delivery[2]
	return (not consumer or consumer == RECLAIMED or consumer == RELEASED) and has_entry(keys, entry)
end

-- read
local scores = redis.call('ZMSCORE', keys.delayed, unpack(ids))
local records = redis.call('HMGET', keys.entries, unpack(ids))
local moved, entered, entries, places = {}, {}, {}, {}
for i, id in ipairs(ids) do
	local is_delayed = scores[i] and redis.call('HEXISTS', keys.jobs, id) == 1
	local entry, place = parse_record(records[i])
	local is_entry = not is_delayed and entry and is_free(entry)
	local is_ready = is_entry or (is_delayed and tonumber(scores[i]) <= now)
	reply[i + 1] = (is_delayed or is_entry or waiting[i]) and 1 or 0
	if (is_delayed or is_entry) and not (is_ready and due <= now) then
		moved[#moved + 1] = id
		if is_entry then
			entered[#entered + 1], entries[i], places[i] = i, entry, place
		end
	end
end
note_rescheduled(keys, ids, moved, waiting)
if #moved == 0 then
	reply[1] = opened > 0 and ring(keys, ARGV[#ARGV], opened) or 0
	return reply
end

-- create
local waking = delay_until(keys, moved, due, now) + opened
store_content(keys, ids, entered, entries)

-- remove
if #entered > 0 then
	remove_from_stream(keys, pick(ids, entered), with_places(entered, entries, places))
end
reply[1] = waking > 0 and ring(keys, ARGV[#ARGV], waking) or 0
return reply
