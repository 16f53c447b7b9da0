-- What the keys of queues hold, by what follows the prefix: those of all types of queue, and those of one of them. Without
-- its name, those of each.
local function key_types(algorithm)
	local types = { token = 'string', failures = 'hash', crashes = 'hash', headers = 'hash', paused = 'string',
		completed = 'zset', dead = 'list', ['dead:job'] = 'hash', ['dead:unreadable'] = 'zset', polled = 'string',
		clock = 'string', limits = 'string', rate = 'string', delayed = 'zset', groups = 'hash', waiting = 'hash',
		joining = 'zset', line = 'zset', heads = 'zset', open = 'zset', kept = 'zset', paces = 'zset',
		schedules = 'hash', plans = 'hash', firings = 'zset', planning = 'zset', declared = 'hash', history = 'hash',
		ended = 'zset', mark = 'string', absent = 'none',
		['type'] = 'string', shards = 'string', ['turn:light'] = 'string', ['turn:deep'] = 'string',
		['turn:groups'] = 'string' }
	local of_one = {
		lease = { queue = 'list', processing = 'list', tokens = 'hash', suspects = 'zset' },
		stream = { stream = 'stream', ids = 'hash', jobs = 'hash' },
		list = { queue = 'list', jobs = 'hash', workers = 'zset', tokens = 'hash' },
		delayed = { jobs = 'hash', tokens = 'hash' },
	}
	for name, own in pairs(of_one) do
		if not algorithm or name == algorithm then
			for key, kind in pairs(own) do
				types[key] = kind
			end
		end
	end
	return types
end
