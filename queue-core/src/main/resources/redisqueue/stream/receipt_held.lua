-- include stream/group
-- include stream/keys
-- include stream/records
-- The receipt of the lease of a job, or nil if nobody holds it.
local function receipt_held(keys, id)
	local entry = locate(keys, id)
	local delivery = entry and delivery_of(keys, entry)
	if delivery and delivery[2] ~= RECLAIMED and delivery[2] ~= RELEASED then
		return receipt_of(entry, delivery[4])
	end
end
