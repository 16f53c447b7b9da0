-- blocks: includes a file in two of its blocks
local first

if KEYS[1] then
	-- a comment
	first = true
elseif ARGV[1] then
	-- include test/one
	local two = ONE + ONE
end
if KEYS[2] then
	-- include test/one
	if TWO then
		-- include test/one
		return { ONE }
	end
end
return { 0 }
