local ids = {}
for i = 1, (#KEYS - FIXED) / 2 do
	ids[i] = string.sub(KEYS[FIXED + i], #item_base + 1)
end
