-- The keys of the schedules of a queue, in the order in which RedisSchedules.java passes them. On a Redis Cluster the
-- bell is out of reach: then the first key stands in its place.
local function name_keys(all)
	return {
		schedules = all[1],
		plans = all[2],
		firings = all[3],
		planning = all[4],
		declared = all[5],
		dead = all[6],
		bell = all[7] ~= all[1] and all[7] or nil,
	}
end
