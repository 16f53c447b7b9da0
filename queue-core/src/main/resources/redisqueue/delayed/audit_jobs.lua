-- include delayed/ends
-- include delayed/scores
-- include lib/audit
-- include lib/audit_groups
-- The jobs of a delayed queue: their scores and their payloads.

local function make_ready(keys, id, now)
	redis.call('ZADD', keys.delayed, now, id)
	return 1
end

local function audit_score(audit, keys, id, score, now)
	if redis.call('HEXISTS', keys.jobs, id) == 0 then
		report(audit, 'ID_WITHOUT_PAYLOAD', id, 'in delayed', function()
			end_jobs(keys, { id })
		end)
	elseif score >= LEASED and not redis.call('HGET', keys.receipts, id) then
		report(audit, 'LEASE_WITHOUT_HOLDER', id, 'in delayed, but not in tokens', function()
			return make_ready(keys, id, now)
		end)
	elseif score > LEASED + now + LONGEST_MS then
		report(audit, 'LEASE_TOO_LONG', id, 'in delayed', function()
			redis.call('ZADD', keys.delayed, string.format('%.0f', LEASED + now), id)
		end)
	elseif score < LEASED then
		report_late(audit, keys, 'delayed', id, score, id, now)
	end
end

local function audit_payload(audit, keys, id, now)
	if not redis.call('ZSCORE', keys.delayed, id) and not audit_leftover(audit, keys, id) then
		clean_or_report(audit, 'PAYLOAD_WITHOUT_PLACE', id, 'in jobs', function()
			redis.call('HDEL', keys.jobs, id)
		end, function()
			return make_ready(keys, id, now)
		end)
	end
end

-- Each job has a payload, so if there are as many payloads a cleaning has none to drop, and does not read them.
local function add_job_sections(audit, keys, now)
	add_section(audit, { 'ID_WITHOUT_PAYLOAD', 'LEASE_WITHOUT_HOLDER', 'LEASE_TOO_LONG', 'DELAYED_TOO_LONG' }, function(cursor)
		return scan_pairs(audit, 'ZSCAN', keys.delayed, cursor, function(id, score)
			audit_score(audit, keys, id, tonumber(score), now)
		end)
	end)
	add_section(audit, { 'PAYLOAD_WITHOUT_PLACE' }, function(cursor)
		if audit.cleans and redis.call('HLEN', keys.jobs) == redis.call('ZCARD', keys.delayed) then
			return nil
		end
		return scan_pairs(audit, 'HSCAN', keys.jobs, cursor, function(id)
			audit_payload(audit, keys, id, now)
		end)
	end, true)
end
