-- audit: looks at the keys of the queue for what breaks its rules, some members at a time, and mends that if asked for; or
--   drops what is left of jobs that are gone, as a deep cleaning does
-- KEYS: those of keys.lua; further keys follow from their prefix
-- ARGV: see new_audit; the shard
-- Reply: how many wake-ups the caller has to push; see run_audit
-- Cost: O(log m) for each member with m jobs in the queue; O(1) for each of 500 keys of the database
-- Abort: some are mended, or dropped
-- include delayed/audit_jobs
-- include delayed/jobs
-- include delayed/keys
-- include lib/audit
-- include lib/audit_dead
-- include lib/audit_groups
-- include lib/audit_keys
-- include lib/audit_records
-- include lib/audit_schedules
-- include lib/bell
-- include lib/key_types
-- include lib/memory
-- include lib/time
local keys, audit, now = name_keys(KEYS), new_audit(ARGV), now_ms()
local types = key_types('delayed')
if audit.mends then
	-- The list that this touches may be of another type.
	pcall(allow_oom, keys)
end

add_dead_list_section(audit, keys)
add_key_sections(audit, keys, types, { 'UNKNOWN_KEY' }, {})
add_job_sections(audit, keys, now)
add_record_sections(audit, keys, { 'receipts', 'failures', 'crashes', 'headers' }, exists)
add_history_section(audit, keys, exists)
add_dead_sections(audit, keys)
add_group_sections(audit, keys, exists, now)
add_schedule_sections(audit, keys)

local reply = run_audit(audit, function(_, id)
	look_at_dead(audit, keys, id)
end)
local waking = audit.waking + (keys.opened or 0)
reply[1] = waking > 0 and ring(keys, ARGV[#ARGV], waking) or 0
return reply
