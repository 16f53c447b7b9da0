-- When ids ended that are still remembered, by their places; none unless the window (in
-- ms) says so. Needs time.
local function remembered(given, window)
	local ended = {}
	if window > 0 and redis.call('EXISTS', completed) == 1 then
		local since = now_ms() - window
		for i, at in ipairs(redis.call('ZMSCORE', completed, unpack(given))) do
			ended[i] = at and tonumber(at) > since
		end
	end
	return ended
end
