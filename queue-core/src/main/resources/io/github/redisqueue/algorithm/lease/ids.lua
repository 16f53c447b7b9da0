local ids = { unpack(KEYS, FIXED + 1, FIXED + (#KEYS - FIXED) / 2) }
for i, item_key in ipairs(ids) do
	ids[i] = string.sub(item_key, #item_base + 1)
end
