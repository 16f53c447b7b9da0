-- Fails with an error of a command.
local function fail_with(key)
	redis.call('SET', key, 'text')

	redis.call('LPUSH', key, 1)
end
