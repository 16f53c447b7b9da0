-- heal: records of jobs that are gone are dropped, and jobs whose turn would never come, as others settled their
--   delivery, become ready; some at a time
-- KEYS: those of keys.lua
-- ARGV: the cursor of the scan, about how many jobs to look at, the token
-- Reply: how many tokens the caller has to push; the next cursor, how many became ready, how many were dropped, how many
--   bytes were read
-- Cost: O(log m) for each of m jobs, plus its size
-- Abort: some are healed
-- include lib/bell
-- include lib/ended
-- include lib/memory
-- include stream/assign_to
-- include stream/delivered
-- include stream/ends
-- include stream/entries
-- include stream/keys
-- include stream/records
-- include stream/stranded
local keys = name_keys(KEYS)
allow_oom(keys)
local last = last_delivered(keys)

local healed, dropped, bytes = 0, 0, 0
local page = redis.call('HSCAN', keys.entries, ARGV[1], 'COUNT', ARGV[2])
for k = 1, #page[2], 2 do
	local id = page[2][k]
	local entry, place = locate(keys, id)
	local job = entry and read_entry(keys, entry)
	bytes = bytes + (job and #job.payload or 0)
	if not job then
		remove_from_stream(keys, { id }, { entry, place })
		-- A retry that was cut short leaves the record of a job that is delayed.
		if not redis.call('ZSCORE', keys.delayed, id) then
			ended(keys, { id })
		end
		dropped = dropped + 1
	elseif is_job_stranded(keys, entry, place, last) then
		assign_to(keys, RELEASED, { 1 }, { id }, { entry }, { place })
		healed = healed + 1
	end
end
local waking = healed + (keys.opened or 0)
return { waking > 0 and ring(keys, ARGV[#ARGV], waking) or 0, page[1], healed, dropped, bytes }
