-- reclaim: leased jobs whose lease has run out become ready, or dead if they crashed too often; ids in processing
--   without a job are dropped. Looks at 500 ids of processing at a time, from the newest to the oldest: what leaves or
--   joins the list meanwhile makes it look at an id twice. It passes by only what a settlement moves to the head
--   meanwhile (see drop_stale), which the next pass finds.
-- KEYS: those of keys.lua, the turn; those of items and leases follow from the ids found
-- ARGV: where to go on: the position, counted from the tail, and when the pass began by the server's clock (empty: at the
--   newest, now), the lease time in ms, how many crashes are allowed, how many dead letters are kept, the cause of a death
--   by crashes, who takes the turn, for how many ms (0: nobody), the shard
-- Reply: how many wake-ups the caller has to push, see offer; where to go on (empty: done), how many were reclaimed, buried,
--   dropped; the ids of the buried; nothing more than 0 if somebody else has the turn
-- Cost: O(1) for each id, plus O(p) with p ids in processing if any is taken out
-- Abort: an id in queue and processing at once is reclaimed once more in the next pass; no bell rings
-- include lease/freed
-- include lease/jobs
-- include lease/keys
-- include lease/unleased
-- include lib/bell
-- include lib/bury_crashed
-- include lib/dead_letters
-- include lib/ended
-- include lib/memory
-- include lib/note
-- include lib/remove_from_list
-- include lib/time
-- include lib/told_ids
-- include lib/turn
-- For how long an id may be in processing without a lease: foreign clients move it before they set the lease.
local CHUNK, MAX_GRACE_MS = 500, 1000
local keys, now = name_keys(KEYS, ARGV), now_ms()
if not has_turn(keys, KEYS[#KEYS], ARGV[6], ARGV[7]) then
	return { 0 }
end
local length, position, start = redis.call('LLEN', keys.processing), string.match(ARGV[1], '^(%d+) (%d+)$')
local from = math.min(tonumber(position) or length, length)
local began = tonumber(start) or now
local grace_ms, max_crashes = math.min(tonumber(ARGV[2]), MAX_GRACE_MS), tonumber(ARGV[3])
local max_dead, cause = tonumber(ARGV[4]), ARGV[5]

-- read
local found = {}
if from > 0 then
	found = redis.call('LRANGE', keys.processing, -from, -math.max(from - CHUNK + 1, 1))
end
local holders = #found > 0 and redis.call('MGET', unpack(keys_of(keys.lease_base, found))) or {}
local live, unleased = {}, {}
for i = #found, 1, -1 do
	if holders[i] then
		live[#live + 1] = found[i]
	else
		unleased[#unleased + 1] = i
	end
end
local sorted = sort_unleased(keys, found, unleased, now, grace_ms, max_crashes)
local requeued, exhausted, gone, cleared = sorted.requeued, sorted.exhausted, sorted.gone, sorted.cleared
local removed, buried, dropped = gone, {}, sorted.dropped + #gone

-- create
allow_oom(keys)
bury_crashed(keys, exhausted, now, cause, content)
if #sorted.watched > 0 then
	redis.call('ZADD', keys.suspects, 'NX', unpack(sorted.watched))
end
if #requeued > 0 then
	redis.call('LPUSH', keys.queue, unpack(requeued))
	redis.call('HSET', keys.crashes, unpack(sorted.counted))
	note(keys, requeued, 'reclaimed', { workers = sorted.workers })
	if #sorted.marked > 0 then
		redis.call('HSET', keys.receipts, unpack(sorted.marked))
	end
end
for _, job in ipairs(exhausted) do
	removed[#removed + 1] = job[1]
	buried[#buried + 1] = job[1]
end

-- remove: without its item a job is gone, even if its id is still in processing
local positions = {}
for k, i in ipairs(sorted.positions) do
	positions[k] = i - 1 - from
end
if #removed > 0 then
	redis.call('DEL', unpack(keys_of(keys.item_base, removed)))
end
remove_at(keys.processing, positions, -1)
if #removed > 0 then
	redis.call('HDEL', keys.receipts, unpack(removed))
	redis.call('ZREM', keys.suspects, unpack(removed))
	ended(keys, removed)
	trim_dead_letters(keys, max_dead)
end

-- What is leased or ready is no suspect; a stale copy of it stays one.
if redis.call('EXISTS', keys.suspects) == 1 then
	for _, ids in ipairs({ requeued, live }) do
		for i, score in ipairs(#ids > 0 and redis.call('ZMSCORE', keys.suspects, unpack(ids)) or {}) do
			if score and tonumber(score) > 0 then
				cleared[#cleared + 1] = ids[i]
			end
		end
	end
end
if #cleared > 0 then
	redis.call('ZREM', keys.suspects, unpack(cleared))
end
local next_from = math.max(from - CHUNK, 0)
if next_from == 0 then
	-- A pass reclaims every suspect that is old enough, so older ones have left processing.
	redis.call('ZREMRANGEBYSCORE', keys.suspects, 0, began - grace_ms)
	-- Nor is there a copy left of what was settled before the pass began.
	redis.call('ZREMRANGEBYSCORE', keys.suspects, string.format('(-%.0f', began), '(0')
end
local wake_ups = #requeued > 0 and ring(keys, ARGV[#ARGV], #requeued) or ring_freed(keys, ARGV[#ARGV], #buried + dropped)
local cursor = next_from > 0 and string.format('%d %.0f', next_from, began) or ''
return { wake_ups, cursor, #requeued, #buried, dropped, told_ids(buried) }
