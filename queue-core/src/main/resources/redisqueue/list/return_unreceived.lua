-- return_unreceived: jobs that a worker was given, but does not hold, become ready. Of those whose lease it has known a
--   crash is counted, which may bury them; else the reply was lost that told it of them, and nothing is counted
-- KEYS: those of keys.lua
-- ARGV: n, n ids, n receipts (empty: the id is a copy), n times 1 (the worker has named this lease) or 0, how many
--   crashes are allowed, how many dead letters are kept, the cause of a death by crashes, the shard
-- Reply: how many wake-ups the caller has to push; how many became ready
-- Cost: O(n p) with p jobs of the worker; O(q) with q jobs ready for each of at most 20 without a receipt
-- Abort: an id in queue and private list at once is leased until its receipt is marked, then ready; no bell rings
-- include lib/arguments
-- include lib/bell
-- include lib/bury_crashed
-- include lib/crashes
-- include lib/dead_letters
-- include lib/memory
-- include lib/note
-- include lib/time
-- include list/ends
-- include list/freed
-- include list/jobs
-- include list/keys
-- include list/private_lists
-- include list/stranded
local keys = name_keys(KEYS, ARGV)
local ids, rest = id_arguments(ARGV)
local n = #ids
local max_crashes, max_dead, cause = tonumber(ARGV[rest + 2 * n]), tonumber(ARGV[rest + 2 * n + 1]), ARGV[rest + 2 * n + 2]
allow_oom(keys)
local stored = redis.call('HMGET', keys.receipts, unpack(ids))
local before = redis.call('HMGET', keys.crashes, unpack(ids))
local back, marked, unmarked, copies, looks = {}, {}, {}, {}, 0
local released, reclaimed, workers, counted, exhausted, crashed = {}, {}, {}, {}, {}, {}

-- A start that was recorded shows, too, that the worker has known the lease.
local function give_back(i, id)
	local crashes, last_worker, is_exhausted, crashed_worker = count_crash(before[i], crash_key(stored[i]), max_crashes)
	local is_crash = crashed_worker or ARGV[rest + n + i - 1] == '1'
	if is_crash and is_exhausted then
		exhausted[#exhausted + 1], crashed[#crashed + 1] = id, { id, crashes, last_worker }
		return
	elseif is_crash then
		counted[#counted + 1], counted[#counted + 2] = id, crashes
		reclaimed[#reclaimed + 1], workers[#workers + 1] = id, crashed_worker
	else
		released[#released + 1] = id
	end
	back[#back + 1] = id
	marked[#marked + 1], marked[#marked + 2] = id, '-' .. stored[i]
end

for i, id in ipairs(ids) do
	if not exists(keys, id) then
		copies[#copies + 1] = id
	elseif holder_of(stored[i]) ~= keys.run then
		looks = looks + 1
		if looks <= MAX_LOOKS then
			local is_job = is_stranded(keys, id, stored[i])
			local to = is_job and back or copies
			to[#to + 1] = id
			if is_job then
				unmarked[#unmarked + 1], released[#released + 1] = id, id
			end
		end
	elseif stored[i] == ARGV[rest + i - 1] then
		give_back(i, id)
	end
end

-- create
bury_crashed(keys, crashed, now_ms(), cause, content)
if #back > 0 then
	redis.call('LPUSH', keys.queue, unpack(back))
end
if #counted > 0 then
	redis.call('HSET', keys.crashes, unpack(counted))
end
note(keys, released, 'released')
note(keys, reclaimed, 'reclaimed', { workers = workers })
if #marked > 0 then
	redis.call('HSET', keys.receipts, unpack(marked))
end
if #unmarked > 0 then
	redis.call('HDEL', keys.receipts, unpack(unmarked))
end

-- remove
if #exhausted > 0 then
	remove_jobs(keys, exhausted)
	trim_dead_letters(keys, max_dead)
end
for _, gone in ipairs({ back, exhausted }) do
	for _, id in ipairs(gone) do
		redis.call('LREM', keys.private, -1, id)
	end
end
for _, id in ipairs(copies) do
	redis.call('LREM', keys.private, 0, id)
end
unregister_idle(keys, keys.run)
local wake_ups = #back > 0 and ring(keys, ARGV[#ARGV], #back) or ring_freed(keys, ARGV[#ARGV], #copies + #exhausted)
return { wake_ups, #back }
