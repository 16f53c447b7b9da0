-- include lib/pages
-- include lib/shown_jobs
-- include lib/waiting_jobs
-- The sections of the states that all algorithms keep in the same way.

-- Jobs in joining, between those that have so many before them and so many.
local function joining_section(keys, page, first, last)
	return function(number, anchor)
		return browse_set(page, keys.joining, first, last, number, anchor, function(member, due)
			return job_to_join(keys, member, due)
		end)
	end
end

-- Jobs that wait: those in lines, group by group, and those that are to join lines now.
local function waiting_sections(keys, page, now)
	local function lines(_, anchor)
		local room = room_on(page)
		while room > 0 do
			local from = anchor == '' and '-' or '(' .. anchor
			local members = redis.call('ZRANGE', keys.line, from, '+', 'BYLEX', 'LIMIT', 0, room)
			local looked = put_all(page, members, function(member)
				return job_in_line(keys, member)
			end)
			anchor = members[looked] or anchor
			if looked == #members and #members < room then
				return nil
			end
			room = room_on(page)
		end
		return '', anchor
	end
	return { lines, joining_section(keys, page, 0, redis.call('ZCOUNT', keys.joining, '-inf', now)) }
end

-- Jobs that are delayed: those in delayed that have so many before them, up to the first so many, and those that join later.
local function delayed_sections(keys, page, now, first, last, describe)
	local function delayed(number, anchor)
		return browse_set(page, keys.delayed, first, last, number, anchor, describe)
	end
	local due = redis.call('ZCOUNT', keys.joining, '-inf', now)
	return { delayed, joining_section(keys, page, due, redis.call('ZCARD', keys.joining)) }
end

-- Dead letters, the oldest first, but those of unreadable jobs before the others.
local function dead_sections(keys, page)
	return { function(number, anchor)
		return browse_list(page, keys.dead, number, anchor, function(id)
			return dead_job(keys, id)
		end)
	end }
end

-- The sections of WAITING and DEAD.
local function other_sections(keys, page, now)
	return page.state == 'WAITING' and waiting_sections(keys, page, now) or dead_sections(keys, page)
end
