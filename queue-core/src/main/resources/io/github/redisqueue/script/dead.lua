-- Writes the dead letter of a job; one that it had before is replaced. The order of the
-- fields is that of RedisDeadLetters.java. An abort in between leaves an id without a
-- record, which readers pass by. Needs fields.
local function bury(id, now, worker, cause, failures_of, crashes_of, payload, headers_of)
	local letter = pack_fields({ string.format('%.0f', now), worker, cause, failures_of, crashes_of, payload, headers_of })
	redis.call('LPUSH', dead, id)
	if redis.call('HSET', dead_job, id, letter) == 0 then
		redis.call('LREM', dead, -1, id)
	end
end

-- Drops the oldest dead letters beyond the length allowed. The record goes before the
-- id: an abort in between leaves an id without a record, which readers pass by.
local function trim_dead(max_length)
	while redis.call('LLEN', dead) > max_length do
		redis.call('HDEL', dead_job, redis.call('LINDEX', dead, -1))
		redis.call('RPOP', dead)
	end
end
