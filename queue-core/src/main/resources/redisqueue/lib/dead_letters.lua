-- include lib/fields
-- include lib/group_members
-- Dead letters: a list of ids, the newest first, and a hash with a record for each. Those of unreadable jobs stand at the
-- end of the list, the newest last: they push out no others. A sorted set names them, with the time of their burial, so
-- that nobody has to read their records. What it names besides counts for nothing.

-- How many unreadable jobs there may be beyond the length allowed; how many letters one call drops.
local MAX_UNREADABLE, MAX_DROPPED = 100, 500
local BURIED_AT, CAUSE, FIELDS = 1, 3, 7

-- Whether a cause, as RedisDeadLetters.java encodes it, has this reason.
local function is_unreadable(cause)
	local REASON = '10:UNREADABLE'
	return string.sub(cause, 1, #REASON) == REASON
end

-- Writes the dead letter of a job; one that the job had before is replaced. The letter has the fields that
-- RedisDeadLetters.java reads, in its order: when it was buried in ms, the worker, the cause, the records of failures
-- and crashes, the payload, the headers; an absent one is false; then the group, if it has one. Abort: an id without a record, shown as unreadable.
local function write_dead_letter(keys, id, letter)
	letter[BURIED_AT] = string.format('%.0f', letter[BURIED_AT])
	for field = 1, FIELDS do
		letter[field] = letter[field] or false
	end
	if redis.call('EXISTS', keys.groups) == 1 then
		letter[FIELDS + 1] = parse_group(redis.call('HGET', keys.groups, id))
	end
	local is_last = is_unreadable(letter[CAUSE])
	if is_last then
		redis.call('ZADD', keys.dead_unreadable, letter[BURIED_AT], id)
	end
	redis.call(is_last and 'RPUSH' or 'LPUSH', keys.dead, id)
	if redis.call('HSET', keys.dead_job, id, pack_fields(letter)) == 0 then
		redis.call('LREM', keys.dead, is_last and 1 or -1, id)
	end
	if not is_last then
		redis.call('ZREM', keys.dead_unreadable, id)
	end
end

-- Whether the letter at a position of the list is that of an unreadable job.
local function is_unreadable_at(keys, index)
	local id = redis.call('LINDEX', keys.dead, index)
	return id and redis.call('ZSCORE', keys.dead_unreadable, id)
end

local function drop_letter(keys, index)
	local id = redis.call('LINDEX', keys.dead, index)
	redis.call('HDEL', keys.dead_job, id)
	redis.call('ZREM', keys.dead_unreadable, id)
	if index == -1 then
		redis.call('RPOP', keys.dead)
	else
		redis.call('LREM', keys.dead, -1, id)
	end
end

-- Drops the oldest dead letters beyond the length allowed, some at a time. Abort: see write_dead_letter.
local function trim_dead_letters(keys, max_length)
	local surplus = redis.call('LLEN', keys.dead) - max_length
	if surplus <= 0 then
		return
	end
	local unreadable = 0
	while unreadable <= MAX_UNREADABLE and is_unreadable_at(keys, -unreadable - 1) do
		unreadable = unreadable + 1
	end
	for _ = 1, math.min(surplus, MAX_DROPPED) do
		if unreadable > MAX_UNREADABLE and is_unreadable_at(keys, -MAX_UNREADABLE - 1) then
			drop_letter(keys, -MAX_UNREADABLE - 1)
		else
			unreadable = math.min(unreadable, MAX_UNREADABLE)
			if redis.call('LLEN', keys.dead) - unreadable <= max_length then
				break
			end
			drop_letter(keys, -unreadable - 1)
		end
	end
end
