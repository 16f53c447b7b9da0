-- include entry
-- A job becomes ready; the headers that it had are in headers. Before it has a record, an
-- entry gives way to one that is added under its id.
local function revive(id, payload)
	redis.call('HSET', entries, id, add_entry(id, payload, redis.call('HGET', headers, id)))
	redis.call('HDEL', headers, id)
end
