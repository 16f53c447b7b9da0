-- Writes all of new jobs but their payloads, which come last: until then an id in queue or
-- delayed is a ghost. What an earlier life left goes before: it must not count for this one,
-- nor hold it up. Needs time, ready_time; for all ids given is_new, which holds 1 if one is;
-- first, the place of the first job's arguments: its ready time, its payload, its headers.
local now = now_ms()
local was_empty = redis.call('LLEN', queue) == 0
local first_due = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
local earliest = first_due and tonumber(first_due) or math.huge
local ids, payloads, ready, later, head, bare = {}, {}, {}, {}, {}, {}
local sooner = false
for i, id in ipairs(given) do
	if is_new[i] == 1 then
		local at, headers_of = ARGV[first + 3 * i - 3], ARGV[first + 3 * i - 1]
		ids[#ids + 1], payloads[#payloads + 1] = id, ARGV[first + 3 * i - 2]
		local due = ready_time(at, now)
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
if #ids == 0 then
	return is_new
end
if #ready > 0 then
	redis.call('LPUSH', queue, unpack(ready))
	redis.call('ZREM', delayed, unpack(ready))
end
if #later > 0 then
	redis.call('ZADD', delayed, unpack(later))
end
if #head > 0 then
	redis.call('HSET', headers, unpack(head))
end
for _, extra in ipairs({ tokens, failures, crashes }) do
	redis.call('HDEL', extra, unpack(ids))
end
if #bare > 0 then
	redis.call('HDEL', headers, unpack(bare))
end
local rings = sooner or (#ready > 0 and was_empty)
