-- Settling and leasing must not fail when the memory of the server has run out (maxmemory with noeviction). Redis lets
-- a script that has written once go on writing, so this writes without changing anything. It is called before the first
-- write that needs memory; removals need none.
local function allow_oom(keys)
	redis.call('LTRIM', keys.dead, 0, -1)
end

-- A write that may be the first one: the same, but it costs nothing as long as there is memory.
local function write(keys, ...)
	local reply = redis.pcall(...)
	if type(reply) ~= 'table' or not reply.err then
		return reply
	end
	-- A sender may not do that; then the write itself tells what is wrong.
	pcall(allow_oom, keys)
	return redis.call(...)
end
