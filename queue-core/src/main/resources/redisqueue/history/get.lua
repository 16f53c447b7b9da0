-- get: reads the history of a job
-- KEYS: history, failures, dead:job
-- ARGV: the id
-- Reply: 0; its events; what the queue keeps of a job without a history: its record of failures, its dead letter. Each may be
--   absent
-- Cost: O(1), plus the size of the dead letter, which is read only if nothing else is there
local events = redis.call('HGET', KEYS[1], ARGV[1])
local record = not events and redis.call('HGET', KEYS[2], ARGV[1])
local letter = not events and not record and redis.call('HGET', KEYS[3], ARGV[1])
return { 0, events, record, letter }
