-- What mostly is all there is to do: to add few jobs that have nothing but payloads, where nothing is in their way. The
-- functions for all else would cost as much again, and so would tables: only what a rare branch needs is in one.

-- The prefix of the keys, and how many jobs are added. nil if they are many, if a job has more than a payload, if ids are
-- remembered, or if a history is kept.
local function plain_addition(all, arguments)
	local FEW, SETTINGS = 10, 4
	local n = tonumber(arguments[1])
	if n > FEW or #arguments ~= 2 * n + SETTINGS or arguments[n + 3] ~= '0'
		or string.find(arguments[#arguments], ' ', 1, true) then
		return nil
	end
	return string.sub(all[1], 1, -#'absent' - 1), n
end

-- Removes from hashes, which mostly do not exist, what earlier jobs with these ids have left.
local function forget_plainly(arguments, n, ...)
	if redis.call('EXISTS', ...) > 0 then
		for _, hash in ipairs({ ... }) do
			redis.call('HDEL', hash, unpack(arguments, 2, n + 1))
		end
	end
end

-- Pushes one wake-up if the bell has none, see ring. Returns the reply.
local function ring_plainly(all, shard, is_rung)
	local bell = all[3]
	if bell == all[1] then
		return { 1 }
	end
	if not is_rung then
		redis.pcall('RPUSH', bell, shard)
	end
	return { 0 }
end
