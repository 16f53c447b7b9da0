-- include lib/audit
-- include lib/audit_keys
-- include lib/ended
-- What is kept by id, beside the jobs. exists(keys, id) tells whether there is such a job outside of the lines, and how many
-- bytes it read for that.

-- Whether there is no such job, not even one that waits.
local function is_gone(audit, keys, id, exists)
	local is_there, read = exists(keys, id)
	audit.bytes = audit.bytes + (read or 0)
	return not is_there and redis.call('HEXISTS', keys.waiting, id) == 0
end

-- Adds the sections that look at some hashes of records of jobs.
local function add_record_sections(audit, keys, names, exists)
	for _, name in ipairs(names) do
		add_section(audit, { 'RECORD_WITHOUT_JOB' }, function(cursor)
			return scan_pairs(audit, 'HSCAN', keys[name], cursor, function(id)
				if is_gone(audit, keys, id, exists) then
					clean_or_report(audit, 'RECORD_WITHOUT_JOB', id, 'in ' .. name, function()
						redis.call('HDEL', keys[name], id)
					end)
				end
			end)
		end, true)
	end
end

-- Adds the section that looks at delayed jobs whose payloads are somewhere else.
local function add_delayed_section(audit, keys, exists, now)
	add_section(audit, { 'ID_WITHOUT_PAYLOAD', 'DELAYED_TOO_LONG' }, function(cursor)
		return scan_pairs(audit, 'ZSCAN', keys.delayed, cursor, function(id, score)
			if is_gone(audit, keys, id, exists) then
				clean_or_report(audit, 'ID_WITHOUT_PAYLOAD', id, 'in delayed', function()
					redis.call('ZREM', keys.delayed, id)
					ended(keys, { id })
				end)
			else
				report_late(audit, keys, 'delayed', id, score, id, now)
			end
		end)
	end, true)
end

-- Adds the section that looks at the jobs that have ended and keep their history: one without a history would take the place
-- of another. A cleaning looks at the history instead, for jobs whose end was not noted, if the queue keeps one.
local function add_history_section(audit, keys, exists)
	local events, ended_jobs = prefix_in(keys) .. 'history', prefix_in(keys) .. 'ended'
	add_section(audit, { 'ENDED_WITHOUT_HISTORY' }, function(cursor)
		if audit.cleans then
			return redis.call('TYPE', events).ok == 'hash' and scan_pairs(audit, 'HSCAN', events, cursor, function(id)
				-- If the ends cannot be read, this is one.
				if is_gone(audit, keys, id, exists) and redis.pcall('ZSCORE', ended_jobs, id) == false then
					audit.dropped = audit.dropped + redis.call('HDEL', events, id)
				end
			end) or nil
		end
		return scan_pairs(audit, 'ZSCAN', ended_jobs, cursor, function(id)
			if redis.call('HEXISTS', events, id) == 0 then
				report(audit, 'ENDED_WITHOUT_HISTORY', id, 'in ended', function()
					redis.call('ZREM', ended_jobs, id)
				end)
			end
		end)
	end, true)
end
