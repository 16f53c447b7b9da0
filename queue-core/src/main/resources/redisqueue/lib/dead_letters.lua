-- include lib/fields
-- Dead letters: a list of ids, the newest first, and a hash with a record for each.

-- Writes the dead letter of a job; one that the job had before is replaced. The letter has the fields that
-- RedisDeadLetters.java reads, in its order: when it was buried in ms, the worker, the cause, the records of failures
-- and crashes, the payload, the headers; an absent one is false. Abort: an id without a record, which readers skip.
local function write_dead_letter(keys, id, letter)
	letter[1] = string.format('%.0f', letter[1])
	redis.call('LPUSH', keys.dead, id)
	if redis.call('HSET', keys.dead_job, id, pack_fields(letter)) == 0 then
		redis.call('LREM', keys.dead, -1, id)
	end
end

-- Drops the oldest dead letters beyond the length allowed. Abort: an id without a record, which readers skip.
local function trim_dead_letters(keys, max_length)
	while redis.call('LLEN', keys.dead) > max_length do
		redis.call('HDEL', keys.dead_job, redis.call('LINDEX', keys.dead, -1))
		redis.call('RPOP', keys.dead)
	end
end
