-- blocks: includes a file in two of its blocks
if KEYS[1] then
	-- a comment
	-- include test/one
	local two = ONE + ONE
end
if KEYS[2] then
	-- include test/one
	if ONE then
		-- include test/one
		return { ONE }
	end
end
return { 0 }
