-- include test/circle
local HALF = 1
