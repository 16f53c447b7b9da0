-- sweep_groups: drops what is left of jobs in the keys of groups, some at a time
-- KEYS: those of keys.lua
-- ARGV: which of the keys to look at, from 1 on: groups, waiting, joining, line, open; the cursor of its scan; about how
--   many to look at
-- Reply: 0; the next cursor, how many were dropped, how many bytes were read
-- Cost: O(log w) for each, with w jobs in groups, plus the sizes of the payloads that are read
-- Abort: some are dropped
-- include lib/sweep_groups
-- include delayed/jobs
-- include delayed/keys
local keys, which, cursor, count = name_keys(KEYS), tonumber(ARGV[1]), ARGV[2], ARGV[3]
if redis.call('EXISTS', keys.groups, keys.waiting, keys.joining, keys.line, keys.open) == 0 then
	return { 0, '0', 0, 0 }
end
if which == 1 then
	return { 0, sweep_records(keys, cursor, count, exists) }
elseif which == 2 then
	return { 0, sweep_payloads(keys, cursor, count, exists) }
end
local key = ({ keys.joining, keys.line, keys.open })[which - 2]
local is_right = ({ is_joining, is_in_line, is_open })[which - 2]
return { 0, sweep_members(keys, key, cursor, count, is_right) }
