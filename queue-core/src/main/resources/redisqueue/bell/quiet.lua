-- quiet: which of some queues may have jobs, or are paused
-- KEYS: for each queue in a row: ready jobs, then eight others that exist only while it has jobs or is paused
-- Reply: 0; the positions of the queues of which any key exists, counted from 0. Of a stream, which stays, it counts what is
--   in it, or pending.
-- Cost: O(q) with q queues
-- Abort: nothing has changed
local OF_ONE, reply = 9, { 0 }
for first = 1, #KEYS, OF_ONE do
	local found, ready = redis.call('EXISTS', unpack(KEYS, first, first + OF_ONE - 1)), KEYS[first]
	-- What may not be looked at, or is no stream, is an error, and not 0.
	local is_empty = found == 1 and redis.call('EXISTS', ready) == 1 and redis.pcall('XLEN', ready) == 0
		and redis.pcall('XPENDING', ready, 'workers')[1] == 0
	if found > 0 and not is_empty then
		reply[#reply + 1] = tostring((first - 1) / OF_ONE)
	end
end
return reply
