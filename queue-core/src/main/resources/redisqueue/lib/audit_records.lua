-- include lib/audit
-- include lib/audit_keys
-- What is kept by id, beside the jobs.

-- Looks at a hash of records of jobs. exists(keys, id) tells whether there is such a job outside of the lines.
local function audit_records(audit, keys, name, cursor, exists)
	return scan_pairs(audit, 'HSCAN', keys[name], cursor, function(id)
		local is_there, read = exists(keys, id)
		audit.bytes = audit.bytes + (read or 0)
		if not is_there and redis.call('HEXISTS', keys.waiting, id) == 0 then
			report(audit, 'RECORD_WITHOUT_JOB', id, 'in ' .. name, function()
				redis.call('HDEL', keys[name], id)
			end)
		end
	end)
end

-- Adds the sections that look at some of these hashes.
local function add_record_sections(audit, sections, keys, names, exists)
	for _, name in ipairs(names) do
		sections[#sections + 1] = { rules = { 'RECORD_WITHOUT_JOB' }, look = function(cursor)
			return audit_records(audit, keys, name, cursor, exists)
		end }
	end
end

-- Adds the section that looks at the jobs that have ended and keep their history. One without a history would take the place
-- of another.
local function add_history_section(audit, sections, keys)
	local events, ended_jobs = prefix_in(keys) .. 'history', prefix_in(keys) .. 'ended'
	sections[#sections + 1] = { rules = { 'ENDED_WITHOUT_HISTORY' }, look = function(cursor)
		return scan_pairs(audit, 'ZSCAN', ended_jobs, cursor, function(id)
			if redis.call('HEXISTS', events, id) == 0 then
				report(audit, 'ENDED_WITHOUT_HISTORY', id, 'in ended', function()
					redis.call('ZREM', ended_jobs, id)
				end)
			end
		end)
	end }
end
