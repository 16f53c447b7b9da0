-- get: reads the history of a job
-- KEYS: history, failures, dead:job
-- ARGV: the id
-- Reply: 0; its events; its record of failures; that of its dead letter. Each is absent if there is none, or others have
--   written something else
-- Cost: O(1), plus the size of the dead letter
-- include lib/fields
local function text_of(value)
	return type(value) == 'string' and value
end

local FAILURES = 4
local letter = text_of(redis.pcall('HGET', KEYS[3], ARGV[1]))
local values = letter and parse_fields(letter, FAILURES) or {}
return { 0, text_of(redis.pcall('HGET', KEYS[1], ARGV[1])), text_of(redis.pcall('HGET', KEYS[2], ARGV[1])),
	values[FAILURES] or false }
