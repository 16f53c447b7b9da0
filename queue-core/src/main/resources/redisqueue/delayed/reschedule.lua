-- reschedule: jobs that are ready, delayed or waiting become ready at another time; one that is to be ready at once stays
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the ready time (+ms: after a delay, ms: at a time), the shard
-- Reply: how many wake-ups the caller has to push; for each id 1 if its job is ready, delayed or waiting, else 0
-- Cost: for each O(log m) with m jobs in the queue
-- Abort: a receipt that is left lets the last holder settle the job
-- include delayed/keys
-- include delayed/scores
-- include lib/arguments
-- include lib/arrival
-- include lib/bell
-- include lib/memory
-- include lib/ready_time
-- include lib/rescheduled
-- include lib/reschedule_waiting
-- include lib/time
local keys, reply = name_keys(KEYS, ARGV), { 0 }
keys.begin_us = now_us()
local now = math.floor(keys.begin_us / 1000)
local ids, rest = id_arguments(ARGV)
local due = ready_time(ARGV[rest], now)
local waiting, opened = reschedule_waiting(keys, ids, due, now)

-- read
local found, moved, scores = redis.call('ZMSCORE', keys.delayed, unpack(ids)), {}, {}
for i, id in ipairs(ids) do
	local score = tonumber(found[i] or LEASED)
	local is_found = score < LEASED and redis.call('HEXISTS', keys.jobs, id) == 1
	reply[i + 1] = (is_found or waiting[i]) and 1 or 0
	if is_found and not (score < now + 1 and due <= now) then
		local k = #moved + 1
		moved[k] = id
		scores[2 * k - 1], scores[2 * k] = due <= now and next_arrival(keys) or due, id
	end
end
note_rescheduled(keys, ids, moved, waiting)
if #moved == 0 then
	reply[1] = opened > 0 and ring(keys, ARGV[#ARGV], opened) or 0
	return reply
end
local waking = opened + (due <= now and #moved or due < first_to_come(keys, now) and 1 or 0)

-- create
write(keys, 'ZADD', keys.delayed, unpack(scores))

-- remove
redis.call('HDEL', keys.receipts, unpack(moved))
reply[1] = waking > 0 and ring(keys, ARGV[#ARGV], waking) or 0
return reply
