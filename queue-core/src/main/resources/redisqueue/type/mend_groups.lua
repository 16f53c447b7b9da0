-- mend_groups: places of groups that nobody has any more go to the next jobs, some at a time
-- KEYS: those of keys.lua, the cursor of rounds that look at a share of the groups
-- ARGV: the cursor (empty: from the beginning, +: where the last round ended); how many of the groups in which jobs wait to
--   look at, at most; for how many ms to keep the next cursor for later rounds (0: not at all); the shard
-- Reply: how many wake-ups the caller has to push; the next cursor (0: all groups were looked at), how many places were free,
--   how many bytes were read, how many groups were looked at, and in how many jobs wait
-- Cost: O(log w) for each place, with w jobs in groups, plus the sizes of the payloads that are read
-- Abort: some are mended
-- include lib/bell
-- include lib/mend_groups
-- include type/jobs
-- include type/keys
local keys, kept, cursor = name_keys(KEYS), KEYS[#KEYS], ARGV[1]
if cursor == '+' then
	cursor = redis.call('GET', kept) or ''
end
local next_cursor, freed, bytes, looked, waking = mend_groups(keys, cursor, tonumber(ARGV[2]), exists)
if ARGV[3] ~= '0' and next_cursor ~= '0' then
	redis.call('SET', kept, next_cursor, 'PX', ARGV[3])
elseif ARGV[3] ~= '0' and cursor ~= '' then
	redis.call('DEL', kept)
end
return { waking > 0 and ring(keys, ARGV[#ARGV], waking) or 0, next_cursor, freed, bytes, looked,
	redis.call('ZCARD', keys.heads) }
