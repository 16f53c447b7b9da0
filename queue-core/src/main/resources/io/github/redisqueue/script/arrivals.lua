-- include except
-- include first_due
-- include begin_anew
-- Writes all of new jobs but their payloads, which come last: until then an id in queue or
-- delayed is a ghost. What an earlier life left goes before: it must not count for this one,
-- nor hold it up. Needs time, ready_time; given, the ids of all n jobs; known, the places of
-- those that are not new, and is_known, the same by place; first, the place of the first
-- payload in ARGV. The ready times and the headers follow the payloads, if any job has some.
if #known == n then
	return known
end
local ids = except(is_known, given)
local payloads = except(is_known, { unpack(ARGV, first, first + n - 1) })
local was_empty = redis.call('LLEN', queue) == 0
local ready, later, head, bare, sooner = ids, {}, {}, ids, false
if #ARGV >= first + n then
	ready, bare = {}, {}
	local now, earliest = now_ms(), first_due() or math.huge
	for i, id in ipairs(given) do
		if not is_known[i] then
			local due, headers_of = ready_time(ARGV[first + n + i - 1], now), ARGV[first + 2 * n + i - 1]
			if due <= now then
				ready[#ready + 1] = id
			else
				later[#later + 1], later[#later + 2] = due, id
				sooner = sooner or due < earliest
			end
			if headers_of ~= '' then
				head[#head + 1], head[#head + 2] = id, headers_of
			else
				bare[#bare + 1] = id
			end
		end
	end
end
if #ready > 0 then
	redis.call('LPUSH', queue, unpack(ready))
	if redis.call('EXISTS', delayed) == 1 then
		redis.call('ZREM', delayed, unpack(ready))
	end
end
if #later > 0 then
	redis.call('ZADD', delayed, unpack(later))
end
if #head > 0 then
	redis.call('HSET', headers, unpack(head))
end
begin_anew(ids)
if #bare > 0 and redis.call('EXISTS', headers) == 1 then
	redis.call('HDEL', headers, unpack(bare))
end
local rings = sooner or (#ready > 0 and was_empty)
