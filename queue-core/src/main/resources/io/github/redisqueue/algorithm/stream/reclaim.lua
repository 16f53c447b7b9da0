-- reclaim: leased jobs whose lease has run out become ready, at the tail, or dead if they
--   crashed too often; what is pending but no job any more is dropped. Looks at 500
--   pending entries at a time.
-- KEYS: the fixed ones
-- ARGV: where to begin (empty: from the beginning), the lease time in ms of consumers that
--   are not ours, how many crashes are allowed, how many dead letters are kept, the cause
-- Reply: where to go on (empty: done), how many were reclaimed, buried, dropped
-- Cost: O(1) for each pending entry; O(log m) for each that is abandoned, plus its size
-- Abort: some are reclaimed; one crash may be counted twice
-- include keys
-- include time
-- include ring
-- include entry
-- include crash
-- include again
local CHUNK, MAX_BYTES = 500, 4 * 1024 * 1024
local lease_ms, limit, max_dead, cause = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local now, had_ready = now_ms(), undelivered()
local reclaimed, buried, dropped, bytes = 0, 0, 0, 0
-- include open

-- What is no job of its own: a place is given anew if the turn of its job is still to come.
local function drop(entry, job)
	local known, place = locate(job.id)
	local delivery = known == job.of and place == entry and pending(known, known, 1)[1]
	if delivery and delivery[2] == RECLAIMED then
		ready_again(job.id, known)
	end
	if known == entry then
		vanish({ job.id })
	else
		remove({ entry })
	end
	dropped = dropped + 1
end

local function reclaim(delivery)
	local entry = delivery[1]
	local job = read_entry(entry)
	if not job then
		remove({ entry })
		dropped = dropped + 1
	elseif not is_current(job, entry) then
		drop(entry, job)
	elseif survives(job, delivery, now, limit, max_dead, cause) then
		ready_again(job.id, entry)
		reclaimed = reclaimed + 1
	else
		buried = buried + 1
	end
	bytes = bytes + (job and #job.payload or 0)
end

local seen = ''
for k, delivery in ipairs(pending(ARGV[1] == '' and '-' or ARGV[1], '+', CHUNK)) do
	if is_abandoned(delivery, lease_ms) then
		reclaim(delivery)
	end
	if k == CHUNK or bytes >= MAX_BYTES then
		seen = '(' .. delivery[1]
		break
	end
end
if reclaimed > 0 and not had_ready then
	ring()
end
return { seen, reclaimed, buried, dropped }
