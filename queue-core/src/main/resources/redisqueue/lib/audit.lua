-- An audit: looks at all keys of a queue, some members at a time, for what breaks the rules of AuditRule.java. Each member
-- is looked at, and mended if that is asked for, within one call. What needs more than one look is a suspect: the caller
-- names it in a further call, which looks at all places of its id. A deep cleaning is an audit of those keys in which
-- something is left of jobs that are gone: it reports nothing, and drops that, where a repair may have another remedy.

-- How many members of lists one call compares, about; how many bytes of them it tells, about; how much of an id or a key a
-- finding tells.
local MAX_COMPARED, MAX_LISTED, MAX_TOLD = 200000, 1024 * 1024, 1000

-- Longer than any lease lasts, and any job is delayed.
local LONGEST_MS = 366 * 24 * 3600000

-- The audit that the arguments ask for: what it does (AUDIT, REPAIR, CLEANING, or CLEANING_BUT_GROUPS for one that leaves
-- the keys of groups alone); the section, from 1 on (0: look at suspects), its cursor (empty: from the beginning), how many
-- members to look at, a pattern of all keys of the queue, the lease time in ms; suspects.
local function new_audit(arguments)
	return {
		mends = arguments[1] ~= 'AUDIT',
		cleans = arguments[1] == 'CLEANING' or arguments[1] == 'CLEANING_BUT_GROUPS',
		spares_groups = arguments[1] == 'CLEANING_BUT_GROUPS',
		sections = {},
		section = tonumber(arguments[2]),
		cursor = arguments[3],
		count = tonumber(arguments[4]),
		pattern = arguments[5],
		lease_ms = tonumber(arguments[6]),
		named = { unpack(arguments, 7, #arguments - 1) },
		findings = {},
		listed = {},
		suspects = {},
		unchecked = {},
		looked = 0,
		bytes = 0,
		compared = 0,
		waking = 0,
		dropped = 0,
		is_short = false,
	}
end

-- Adds a section: the rules that it checks, and a function of the cursor. It is also one of a cleaning if that is told.
local function add_section(audit, rules, look, is_cleaned)
	if is_cleaned or not audit.cleans then
		audit.sections[#audit.sections + 1] = { rules = rules, look = look }
	end
end

-- Whether one more search of a list with so many members fits into this call. If not, the call is to be repeated.
local function can_compare(audit, members)
	if audit.compared > 0 and audit.compared + members > MAX_COMPARED then
		audit.is_short = true
		return false
	end
	audit.compared = audit.compared + members
	return true
end

-- Reports a finding, and mends it if that is asked for. The remedy is 'NONE', 'CLEANING', or a function that mends, and
-- that may return for how many jobs somebody has to be woken. It may cost a search of so many members of lists: behind one
-- that does not fit any more, nothing is reported, as the call is repeated. A cleaning leaves alone what is reported so.
local function report(audit, rule, id, detail, remedy, members)
	local mended = 0
	if audit.is_short or audit.cleans then
		return
	elseif type(remedy) == 'function' and audit.mends then
		if members and not can_compare(audit, members) then
			return
		end
		audit.waking = audit.waking + (remedy() or 0)
		mended = 1
	end
	local name = type(remedy) == 'function' and 'REPAIR' or remedy
	audit.findings[#audit.findings + 1] = { rule, string.sub(id, 1, MAX_TOLD), detail, name, mended }
end

-- The same for what a cleaning deals with: by the same remedy, unless a repair has another one. It has dropped a leftover
-- if the remedy does not return a number. If there is none, the cleaning leaves it alone.
local function clean_or_report(audit, rule, id, detail, cleaning, remedy)
	if not audit.cleans then
		report(audit, rule, id, detail, remedy or cleaning)
	elseif cleaning then
		local woken = cleaning()
		audit.waking = audit.waking + (woken or 0)
		audit.dropped = audit.dropped + (woken and 0 or 1)
	end
end

-- Reports a delayed job that would be ready too late, or never. It stands as a member in the sorted set of that name.
local function report_late(audit, keys, name, member, score, id, now)
	if tonumber(score) > now + LONGEST_MS then
		report(audit, 'DELAYED_TOO_LONG', id, 'in ' .. name, function()
			redis.call('ZADD', keys[name], now, member)
			return 1
		end)
	end
end

-- An id to be looked at once more, in all its places. The kind is PLACE or DEAD for one that counts only if it was not seen
-- in a list, else TWICE.
local function suspect(audit, kind, id)
	audit.suspects[#audit.suspects + 1], audit.suspects[#audit.suspects + 2] = kind, id
end

-- Looks at some fields of a hash (HSCAN) or members of a sorted set (ZSCAN). Returns where to go on, nil at the end; so does
-- walk_list.
local function scan_pairs(audit, command, key, cursor, visit)
	local page = redis.call(command, key, cursor == '' and '0' or cursor, 'COUNT', audit.count)
	for k = 1, #page[2], 2 do
		local member, value = page[2][k], page[2][k + 1]
		audit.looked, audit.bytes = audit.looked + 1, audit.bytes + #member + #value
		visit(member, value)
	end
	return page[1] ~= '0' and page[1] or nil
end

-- Looks at some members of a list, from the newest to the oldest. The cursor is a position counted from the tail: what
-- leaves or joins the list meanwhile makes it look at a member twice, but passes by none that stays. A cleaning only reads
-- them, so it takes more at a time.
local function walk_list(audit, list, cursor, visit)
	local count = audit.cleans and 25 * audit.count or audit.count
	local length = redis.call('LLEN', list)
	local from = cursor == '' and length or math.min(tonumber(cursor), length)
	if from == 0 then
		return nil
	end
	local left = from
	for _, member in ipairs(redis.call('LRANGE', list, -from, -math.max(from - count, 0) - 1)) do
		audit.looked, audit.bytes, left = audit.looked + 1, audit.bytes + #member, left - 1
		visit(member)
		if audit.bytes > MAX_LISTED then
			break
		end
	end
	return left > 0 and string.format('%.0f', left) or nil
end

local function text_of(failure)
	return type(failure) == 'table' and failure.err or tostring(failure)
end

-- Runs a function. If it meets a key of another type, or looks at what it may not, these rules are not checked; a rule of its
-- own reports such a key. Returns whether it was run, and its result. A cleaning fails then.
local function try(audit, rules, look, ...)
	if audit.cleans then
		return true, look(...)
	end
	local is_done, result = pcall(look, ...)
	if not is_done and not string.find(text_of(result), 'WRONGTYPE', 1, true) then
		error(result)
	end
	if not is_done or audit.is_refused then
		audit.is_refused = false
		for _, rule in ipairs(rules) do
			audit.unchecked[#audit.unchecked + 1] = rule
		end
		return false
	end
	return true, result
end

-- Runs one section: a list of rules, and a function of the cursor.
local function run_section(audit, section)
	local is_done, cursor = try(audit, section.rules, section.look, audit.cursor)
	if is_done and audit.is_short then
		audit.looked, audit.listed, audit.suspects = 0, {}, {}
		return
	end
	audit.cursor = cursor
	if not cursor then
		audit.section = audit.section + 1
	end
end

-- What a suspect is looked at for.
local function rules_of(kind)
	return kind == 'DEAD' and { 'DEAD_LETTER_UNLISTED', 'TWO_PLACES' }
		or { 'PAYLOAD_WITHOUT_PLACE', 'TWO_PLACES', 'LEASE_WITHOUT_HOLDER' }
end

-- The reply, behind the number of tokens: the next section (0: done), its cursor, how many members were looked at, how many
-- bytes were read, the findings, what stands in lists as kind and id, the suspects as kind and id, the rules of the
-- section, which has come to its end if the next one is another, and those that could not be checked; of a cleaning, how
-- many jobs have become ready, and how many leftovers were dropped.
local function run_audit(audit, look_at)
	local begun = {}
	if audit.section > 0 then
		local section = audit.sections[audit.section]
		begun = section.rules
		run_section(audit, section)
		if audit.section > #audit.sections then
			audit.section = 0
		end
	else
		for k = 1, #audit.named, 2 do
			try(audit, rules_of(audit.named[k]), look_at, audit.named[k], audit.named[k + 1])
			if audit.is_short then
				break
			end
			audit.looked = audit.looked + 1
		end
	end
	return { 0, audit.section, audit.cursor or '', audit.looked, audit.bytes, audit.findings, audit.listed, audit.suspects,
		begun, audit.unchecked, audit.waking, audit.dropped }
end
