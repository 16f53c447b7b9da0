-- The groups of jobs. p:groups has a record for each job of a group: a prefix, and the name of the group, which has no
-- control characters. The prefix gives the number by which the job stands in line behind those that joined before, and
-- when it joined or is to join, in ms. p:waiting has the payloads of jobs that are not open. Members of sorted sets:
--   joining   prefix, id; the score is the ready time: a delayed job, which joins the line when it is due
--   line      group, NUL, prefix, id: a job that waits
--   open      group, NUL, 'o', id: a job that is open; for group, NUL, 'k', receipt, NUL, id see kept_places
--   heads     group in which jobs wait; the score is when the first of them since it had none joined its line, in ms
--   paces     group; the score is the earliest time at which its next job may become ready, in ms
local PREFIX = 31

-- A later time than 13 digits can tell stands as the latest that they can.
local function prefix_of(number, ms)
	return string.format('%016.0f:%013.0f:', number, math.min(ms, 9999999999999))
end

-- The group and the prefix that a record names; nil if it is none: others may have written it.
local function parse_group(record)
	local prefix, group = string.match(record or '', '^(%d+:%d+:)(.+)$')
	if prefix and #prefix == PREFIX and string.sub(prefix, 17, 17) == ':' then
		return group, prefix
	end
end

-- The group that a record names; nil if it is none.
local function group_of(record)
	local _, behind = string.find(record or '', '^%d+:%d+:.')
	return behind == PREFIX + 1 and string.sub(record, 17, 17) == ':' and string.sub(record, behind) or nil
end

local function in_line(group, prefix, id)
	return group .. '\0' .. prefix .. id
end

local function place_of(group, id)
	return group .. '\0o' .. id
end

-- The range of what a group has in line or open.
local function range_of(group)
	return '[' .. group .. '\0', '(' .. group .. '\1'
end

-- The group of a member of line or open; nil if it is none.
local function group_in(member)
	local nul = string.find(member, '\0', 1, true)
	return nul and string.sub(member, 1, nul - 1)
end
