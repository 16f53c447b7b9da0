-- The bell of a queue: a list of wake-ups. A wake-up is the number of the shard that has work, and wakes one of those who
-- wait. On a Redis Cluster the bell is in another slot, out of the script's reach, and keys.bell is nil.

-- How many may be woken for some jobs: one for ten, but not more than this.
local MAX_WOKEN = 16

-- Pushes the wake-ups that the list lacks, which is all of them if it is known to be empty. Whatever is wrong with the
-- bell (its type, a permission, the memory) never fails the operation that rings: listeners find the jobs by polling.
local function push_wake_ups(bell, shard, wanted, is_empty)
	local held = is_empty and {} or redis.pcall('LPOS', bell, shard, 'COUNT', wanted)
	local missing = {}
	for k = 1, held.err and 0 or wanted - #held do
		missing[k] = shard
	end
	if #missing > 0 then
		redis.pcall('RPUSH', bell, unpack(missing))
	end
end

-- How many wake-ups stand for so many jobs.
local function wake_ups_for(jobs)
	return math.max(1, math.min(math.floor(jobs / 10), MAX_WOKEN))
end

-- Wakes those who wait for so many jobs that became ready; for one that is due earlier than all others it is one.
-- Returns what each reply begins with: how many wake-ups the caller has to push. It is the last thing that a script does.
local function ring(keys, shard, jobs, is_empty)
	local wanted = wake_ups_for(jobs)
	if not keys.bell then
		return wanted
	end
	push_wake_ups(keys.bell, shard, wanted, is_empty)
	return 0
end

-- The same after a lease: wakes the next if more may be ready; if not, nobody has to be woken for this shard any more.
local function ring_after_lease(keys, shard, next_due_ms, is_empty)
	if next_due_ms == 0 then
		return ring(keys, shard, 1, is_empty)
	end
	if keys.bell and not is_empty then
		redis.pcall('LREM', keys.bell, 0, shard)
	end
	return 0
end

-- The same for jobs of groups that have opened behind others: who has ended those is the first who may lease the next ones.
-- Returns the number of wake-ups with a minus sign: the caller has to push those that no listener of its own takes.
local function offer(jobs)
	return -wake_ups_for(jobs)
end
