-- mend_groups: places of groups that nobody has any more go to the next jobs, some at a time
-- KEYS: those of keys.lua
-- ARGV: the cursor; how many of the groups in which jobs wait to look at, at most; the token
-- Reply: how many tokens the caller has to push; the next cursor, how many places were free, how many bytes were read
-- Cost: O(log w) for each place, with w jobs in groups, plus the sizes of the payloads that are read
-- Abort: some are mended
-- include lib/bell
-- include lib/mend_groups
-- include type/jobs
-- include type/keys
local keys = name_keys(KEYS)
local cursor, freed, bytes, waking = mend_groups(keys, ARGV[1], ARGV[2], exists)
return { waking > 0 and ring(keys, ARGV[#ARGV], waking) or 0, cursor, freed, bytes }
