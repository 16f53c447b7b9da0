-- The entries and places of the leases that the caller holds, in one list. Needs fence.
local mine_entries = {}
for _, i in ipairs(mine) do
	mine_entries[#mine_entries + 1] = own[i]
	mine_entries[#mine_entries + 1] = places[i] or nil
end
