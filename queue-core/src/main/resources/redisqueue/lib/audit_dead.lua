-- include lib/audit
-- Dead letters: the list of their ids, the hash of their records, and the set of unreadable ones.

-- Adds the section that reads the list. The others have to come behind it.
local function add_dead_list_section(audit, keys)
	add_section(audit, { 'DEAD_LETTER_WITHOUT_RECORD' }, function(cursor)
		return walk_list(audit, keys.dead, cursor, function(id)
			audit.listed[#audit.listed + 1], audit.listed[#audit.listed + 2] = 'DEAD', id
			if redis.call('HEXISTS', keys.dead_job, id) == 0 then
				report(audit, 'DEAD_LETTER_WITHOUT_RECORD', id, 'in dead', function()
					redis.call('LREM', keys.dead, 0, id)
					redis.call('ZREM', keys.dead_unreadable, id)
				end, redis.call('LLEN', keys.dead))
			end
		end)
	end)
end

local function add_dead_sections(audit, keys)
	add_section(audit, { 'DEAD_LETTER_UNLISTED' }, function(cursor)
		return scan_pairs(audit, 'HSCAN', keys.dead_job, cursor, function(id)
			suspect(audit, 'DEAD', id)
		end)
	end)
	add_section(audit, { 'RECORD_WITHOUT_JOB' }, function(cursor)
		return scan_pairs(audit, 'ZSCAN', keys.dead_unreadable, cursor, function(id)
			if redis.call('HEXISTS', keys.dead_job, id) == 0 then
				report(audit, 'RECORD_WITHOUT_JOB', id, 'in dead:unreadable', function()
					redis.call('ZREM', keys.dead_unreadable, id)
				end)
			end
		end)
	end)
end

-- Looks at a dead letter that may stand in its list not at all, or more than once.
local function look_at_dead(audit, keys, id)
	local length = redis.call('LLEN', keys.dead)
	if redis.call('HEXISTS', keys.dead_job, id) == 0 or not can_compare(audit, length) then
		return
	end
	local places = #redis.call('LPOS', keys.dead, id, 'COUNT', 0)
	if places == 0 then
		report(audit, 'DEAD_LETTER_UNLISTED', id, 'in dead:job', function()
			redis.call('RPUSH', keys.dead, id)
		end)
	elseif places > 1 then
		report(audit, 'TWO_PLACES', id, places .. ' times in dead', function()
			redis.call('LREM', keys.dead, 1 - places, id)
		end)
	end
end
