-- Which of some ids are remembered as completed: true by position. The window is in ms; with 0 none is.
local function remembered(keys, ids, window, now)
	local ended = {}
	if window > 0 and redis.call('EXISTS', keys.completed) == 1 then
		local since = now - window
		for i, at in ipairs(redis.call('ZMSCORE', keys.completed, unpack(ids))) do
			ended[i] = at and tonumber(at) > since
		end
	end
	return ended
end
