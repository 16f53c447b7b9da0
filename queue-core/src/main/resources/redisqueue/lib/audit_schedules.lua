-- include lib/audit
-- include lib/schedules
-- Schedules: their definitions, their plans, and the sets that say when to look at them. Plans of schedules that were
-- removed stay for a day.

-- Lets planning look at a schedule at once, which restores what is lost of it.
local function plan_anew(keys, id)
	redis.call('ZADD', keys.planning, 0, id)
	redis.call('ZADD', keys.firings, 'NX', 'inf', id)
end

local function add_schedule_sections(audit, keys)
	add_section(audit, { 'SCHEDULE_WITHOUT_PLAN', 'UNREADABLE_RECORD' }, function(cursor)
		return scan_pairs(audit, 'HSCAN', keys.schedules, cursor, function(id, text)
			if not parse_definition(text) then
				report(audit, 'UNREADABLE_RECORD', id, 'is no definition of a schedule, in schedules', 'NONE')
			elseif redis.call('HEXISTS', keys.plans, id) == 0 then
				report(audit, 'SCHEDULE_WITHOUT_PLAN', id, 'not in plans', function()
					plan_anew(keys, id)
				end)
			end
		end)
	end)
	add_section(audit, { 'SCHEDULE_WITHOUT_PLAN', 'UNREADABLE_RECORD' }, function(cursor)
		return scan_pairs(audit, 'HSCAN', keys.plans, cursor, function(id, text)
			if not parse_plan(text) then
				report(audit, 'UNREADABLE_RECORD', id, 'is no plan of a schedule, in plans', 'NONE')
			elseif not redis.call('ZSCORE', keys.firings, id) or not redis.call('ZSCORE', keys.planning, id) then
				report(audit, 'SCHEDULE_WITHOUT_PLAN', id, 'in plans, but not in firings and planning', function()
					plan_anew(keys, id)
				end)
			end
		end)
	end)
	for _, name in ipairs({ 'firings', 'planning' }) do
		add_section(audit, { 'PLAN_WITHOUT_SCHEDULE' }, function(cursor)
			return scan_pairs(audit, 'ZSCAN', keys[name], cursor, function(id)
				if redis.call('HEXISTS', keys.plans, id) == 0 and redis.call('HEXISTS', keys.schedules, id) == 0 then
					report(audit, 'PLAN_WITHOUT_SCHEDULE', id, 'in ' .. name, function()
						redis.call('ZREM', keys[name], id)
					end)
				end
			end)
		end)
	end
end
