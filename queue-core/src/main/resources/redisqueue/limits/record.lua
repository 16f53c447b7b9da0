-- record: the limits of the caller are recorded, in place of those of an instance that has begun to lease before
-- KEYS: limits, dead
-- ARGV: the limits, as lib/limits reads them (empty: the caller has none)
-- Reply: 0; what was recorded before, or absent
-- Cost: O(1)
-- Abort: nothing is recorded; the next call records it
-- include lib/limits
-- include lib/memory
local recorded = redis.call('MGET', KEYS[1])[1]
-- Instances with limits record theirs again if nothing is recorded.
local wanted = ARGV[1] == '' and recorded and NONE or ARGV[1]
if wanted ~= '' and wanted ~= recorded then
	write({ dead = KEYS[2] }, 'SET', KEYS[1], wanted)
end
return { 0, recorded ~= NONE and recorded }
