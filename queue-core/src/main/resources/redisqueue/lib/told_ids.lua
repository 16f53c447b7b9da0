-- The first of some ids, of 1 MiB together at most, so that a reply with them stays small.
local function told_ids(ids)
	local told, bytes = {}, 0
	for _, id in ipairs(ids) do
		bytes = bytes + #id
		if bytes > 1024 * 1024 then
			break
		end
		told[#told + 1] = id
	end
	return told
end
