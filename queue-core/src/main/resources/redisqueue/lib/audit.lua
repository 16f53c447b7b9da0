-- An audit: looks at all keys of a queue, some members at a time, for what breaks the rules of AuditRule.java. Each member
-- is looked at, and mended if that is asked for, within one call. What needs more than one look is a suspect: the caller
-- names it in a further call, which looks at all places of its id.

-- How many members of lists one call compares, about; how many bytes of them it tells, about; how much of an id or a key a
-- finding tells.
local MAX_COMPARED, MAX_LISTED, MAX_TOLD = 200000, 1024 * 1024, 1000

-- The audit that the arguments ask for: 1 to mend, else 0; the section, from 1 on (0: look at suspects), its cursor (empty:
-- from the beginning), how many members to look at, a pattern of all keys of the queue, the lease time in ms; suspects.
local function new_audit(arguments)
	return {
		mends = arguments[1] == '1',
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
		is_short = false,
	}
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
-- that does not fit any more, nothing is reported, as the call is repeated.
local function report(audit, rule, id, detail, remedy, members)
	local mended = 0
	if audit.is_short then
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
-- leaves or joins the list meanwhile makes it look at a member twice, but passes by none that stays.
local function walk_list(audit, list, cursor, visit)
	local length = redis.call('LLEN', list)
	local from = cursor == '' and length or math.min(tonumber(cursor), length)
	if from == 0 then
		return nil
	end
	local left = from
	for _, member in ipairs(redis.call('LRANGE', list, -from, -math.max(from - audit.count, 0) - 1)) do
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
-- own reports such a key. Returns whether it was run, and its result.
local function try(audit, rules, look, ...)
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
-- section, which has come to its end if the next one is another, and those that could not be checked.
local function run_audit(audit, sections, look_at)
	local begun = {}
	if audit.section > 0 then
		local section = sections[audit.section]
		begun = section.rules
		run_section(audit, section)
		if audit.section > #sections then
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
		begun, audit.unchecked }
end
