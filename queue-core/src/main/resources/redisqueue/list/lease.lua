-- lease: ready jobs become leased, the oldest first; delayed ones that are due become ready before, and so do those
--   that earlier boots of this worker left
-- KEYS: those of keys.lua; the private lists of earlier boots follow from their names
-- ARGV: how many at most, the lease time in ms, the worker, the cursor of the last reply, how many crashes are allowed,
--   how many dead letters are kept, the cause of a death by crashes, the waiter (empty: the caller does
--   not wait for bells), the interval of its fallback poll in ms (0: this is none), the token
-- Reply: how many tokens the caller has to push; ms until more is due (0: more may be ready, -1: nothing waits, or it is
--   left to another waiter, -2: paused, -3: another live worker has this one's id, -4: polled by another, the ms until
--   the next poll follow the cursor); the cursor; if none was leased, 1 if anybody holds a job, else
--   0; else what lease_reply adds. The cursor is empty (unknown), "alone" (no earlier boot of this worker holds jobs),
--   or what was seen of the claim of another boot
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed; O(w) with w workers that hold
--   something, until no earlier boot does
-- Abort: an id in queue and private list at once is ready until it has a receipt, then leased; its other position
--   counts for nothing
-- include lib/bell
-- include lib/lease_reply
-- include lib/memory
-- include lib/take_oldest
-- include lib/time
-- include lib/tokens
-- include lib/wait
-- include list/jobs
-- include list/keys
-- include list/private_lists
-- include list/reclaim_from
-- include list/worker_id
local keys = name_keys(KEYS)
local max, lease_ms, worker, cursor = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local limits = { max_crashes = tonumber(ARGV[5]), max_dead = tonumber(ARGV[6]), cause = ARGV[7] }
local next_poll_ms = tonumber(ARGV[9]) > 0 and ms_until_poll(keys, ARGV[9])
if next_poll_ms then
	return { 0, -4, cursor, next_poll_ms }
end
if redis.call('EXISTS', keys.paused) == 1 then
	return { 0, -2, cursor }
end
allow_oom(keys)
local now = now_ms()
local seen_of_claim = claim_worker_id(keys, cursor, now, lease_ms)
if not seen_of_claim then
	return { 0, -3, cursor }
end

-- What earlier boots of this worker left goes to the head of the queue, that of the first one last. Returns whether no
-- earlier boot has a private list any more.
local function reclaim_from_earlier_boots()
	local alone, name = true, worker .. '#'
	local all = redis.call('ZRANGE', keys.workers, 0, -1, 'REV', 'WITHSCORES')
	for k = 1, #all, 2 do
		local other = all[k]
		if other ~= keys.boot and string.sub(other, 1, #name) == name and not string.find(other, '#', #name + 1, true) then
			if tonumber(all[k + 1]) <= now then
				reclaim_from(keys, other, max, true, now, limits)
			end
			alone = alone and redis.call('EXISTS', keys.private_base .. other) == 0
		end
	end
	return alone
end

if seen_of_claim ~= '' then
	cursor = seen_of_claim
elseif cursor ~= 'alone' then
	cursor = reclaim_from_earlier_boots() and 'alone' or ''
end

local first_token, receipt
local ids, payloads, next_due_ms = take_oldest(keys, max, now, {
	read = function(found)
		return redis.call('HMGET', keys.jobs, unpack(found)), redis.call('HMGET', keys.receipts, unpack(found))
	end,
	is_leased = holder_of,
	-- Jobs that are taken stand in the private list, and get a receipt.
	assign = function(fresh)
		redis.call('ZADD', keys.workers, now + lease_ms, keys.boot)
		redis.call('LPUSH', keys.private, unpack(fresh))
		first_token = first_token or reserve_tokens(keys, max)
		receipt = receipt or token_text(first_token) .. ' ' .. keys.boot
		store_receipt(keys, fresh, receipt)
	end,
	repair = function() end,
})
local wait_ms = keep_clock(keys, ARGV[8], next_due_ms, now)
local reply
if #ids == 0 then
	reply = { 0, wait_ms, cursor, any_held(keys) and 1 or 0 }
else
	reply = lease_reply(keys, {
		next_due = wait_ms,
		cursor = cursor,
		first_token = first_token,
		receipts = receipt,
		ids = ids,
		payloads = payloads,
		headers = headers_of(keys, ids),
	})
end
reply[1] = ring_after_lease(keys, ARGV[#ARGV], next_due_ms)
return reply
