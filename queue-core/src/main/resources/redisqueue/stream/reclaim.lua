-- reclaim: leased jobs whose lease has run out become ready, at the tail, or dead if they crashed too often; what is
--   pending but no job any more is dropped. Looks at 500 pending entries at a time, of which at most 100 are reclaimed.
--   In the end, consumers are removed that have long been idle.
-- KEYS: those of keys.lua, the turn
-- ARGV: where to begin (empty: from the beginning), the lease time in ms of consumers that are not ours, how many
--   crashes are allowed, how many dead letters are kept, the cause of a death by crashes, who takes the turn, for how
--   many ms (0: nobody), the shard
-- Reply: how many wake-ups the caller has to push, see offer; where to go on (empty: done), how many were reclaimed, buried,
--   dropped; the ids of the buried; nothing more than 0 if somebody else has the turn
-- Cost: O(1) for each pending entry; O(log m) for each that is abandoned, plus its size; in the end O(c) with c consumers
-- Abort: some are reclaimed; one crash may be counted twice
-- include lib/bell
-- include lib/fitting
-- include lib/memory
-- include lib/note
-- include lib/time
-- include lib/told_ids
-- include lib/turn
-- include stream/abandoned
-- include stream/ends
-- include stream/entries
-- include stream/freed
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- include stream/records
local CHUNK, MAX_ABANDONED = 500, 100
local keys, now, lease_ms = name_keys(KEYS, ARGV), now_ms(), tonumber(ARGV[2])
if not has_turn(keys, KEYS[#KEYS], ARGV[6], ARGV[7]) then
	return { 0 }
end
local limits = { max_crashes = tonumber(ARGV[3]), max_dead = tonumber(ARGV[4]), cause = ARGV[5] }
local reclaimed, buried, dropped, placed, bytes = 0, {}, 0, 0, 0
allow_oom(keys)

-- An abandoned job is ready again: its entry stays, pending for RECLAIMED, and it has a place at the tail of the
-- stream, where its turn comes. Abort: a place that the record does not name, or whose entry is not pending for
-- RECLAIMED, is dropped when it is delivered.
local function requeue(id, entry)
	local place = redis.call('XADD', keys.stream, '*', 'id', id, 'place-of', entry)
	redis.call('HSET', keys.entries, id, entry .. ' ' .. place)
	redis.call('XCLAIM', keys.stream, GROUP, RECLAIMED, 0, entry, 'JUSTID')
	placed = placed + 1
end

-- What is no job of its own: a place is added again if its job is still waiting for it.
local function drop(entry, job)
	local known, place = locate(keys, job.id)
	local delivery = known == job.of and place == entry and delivery_of(keys, known)
	if delivery and delivery[2] == RECLAIMED then
		requeue(job.id, known)
	end
	if known == entry then
		remove_job_from_stream(keys, job.id)
	else
		remove_entries(keys, { entry })
	end
	dropped = dropped + 1
end

-- What another program both added and took has no record. An entry without one that was delivered to a worker of ours is
-- what a replacement left when it was cut short.
local function record_foreign(delivery, job)
	if not worker_of(delivery[2]) and not job.of and not job.needs_record
		and redis.call('HEXISTS', keys.entries, job.id) == 0 and not redis.call('ZSCORE', keys.delayed, job.id)
		and redis.call('HEXISTS', keys.waiting, job.id) == 0 then
		redis.call('HSET', keys.entries, job.id, delivery[1])
	end
end

local function reclaim(delivery)
	local entry = delivery[1]
	local job = read_entry(keys, entry)
	if job then
		record_foreign(delivery, job)
	end
	if not job then
		remove_entries(keys, { entry })
		dropped = dropped + 1
	elseif not is_current(keys, job, entry) then
		drop(entry, job)
	elseif count_crash_or_bury(keys, job, delivery, now, limits) then
		requeue(job.id, entry)
		reclaimed = reclaimed + 1
	else
		buried[#buried + 1] = job.id
	end
	bytes = bytes + (job and #job.payload or 0)
end

local next_from, abandoned = '', 0
for k, delivery in ipairs(pending(keys, ARGV[1] == '' and '-' or ARGV[1], '+', CHUNK)) do
	if is_abandoned(delivery, lease_ms) then
		reclaim(delivery)
		abandoned = abandoned + 1
	end
	if k == CHUNK or abandoned == MAX_ABANDONED or bytes >= MAX_BYTES then
		next_from = '(' .. delivery[1]
		break
	end
end
if limits.reclaimed then
	note(keys, limits.reclaimed.ids, 'reclaimed', limits.reclaimed)
end
if next_from == '' then
	-- include stream/idle_consumers
	remove_idle_consumers(keys, lease_ms)
end
local wake_ups = placed > 0 and ring(keys, ARGV[#ARGV], placed) or ring_freed(keys, ARGV[#ARGV], #buried + dropped)
return { wake_ups, next_from, reclaimed, #buried, dropped, told_ids(buried) }
