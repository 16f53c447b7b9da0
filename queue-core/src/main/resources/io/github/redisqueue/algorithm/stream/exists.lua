-- include record
-- include entry
local function exists(id)
	local entry = locate(id)
	return redis.call('ZSCORE', delayed, id) or (entry and read_entry(entry))
end
