-- include lib/audit
-- include lib/limits
-- The keys of a queue as such.

local function prefix_in(keys)
	return string.sub(keys.dead, 1, -#'dead' - 1)
end

-- Looks at the types of all keys that have a name of their own.
local function audit_types(audit, keys, types)
	for name, kind in pairs(types) do
		local key = prefix_in(keys) .. name
		local found = redis.call('TYPE', key).ok
		audit.looked = audit.looked + (found ~= 'none' and 1 or 0)
		if found ~= 'none' and found ~= kind then
			report(audit, 'WRONG_TYPE', key, 'holds a ' .. found .. ' instead of a ' .. kind, 'NONE')
		end
	end
end

local function audit_limits(audit, keys)
	local text = recorded_limits(keys)
	if text and text ~= NONE and not parse_limits(text) then
		report(audit, 'UNREADABLE_RECORD', keys.limits, 'is no record of limits', 'NONE')
	end
end

-- In how many parts of a key the name of another queue may end.
local MAX_PARTS = 10

-- Whether a key belongs to another queue, whose prefix begins with that of this one.
local function is_of_another(base, rest)
	local colon, parts = string.find(rest, ':', 1, true), 0
	while colon and parts < MAX_PARTS do
		local prefix = base .. string.sub(rest, 1, colon)
		-- A shard has no record of its own.
		local whole = string.gsub(prefix, '^(.*)/%d+([:}])', '%1%2')
		if redis.pcall('EXISTS', prefix .. 'shards') == 1 or redis.pcall('EXISTS', whole .. 'shards') == 1 then
			return true
		end
		colon, parts = string.find(rest, ':', colon + 1, true), parts + 1
	end
	return false
end

local function may_scan()
	return not redis.pcall('SCAN', '0', 'COUNT', 1).err
end

-- Looks at the names of all keys of the database that begin with the prefix, for those that are no key of a queue. visit is
-- asked first by the part of a name up to its first colon: what follows that, the type. Whoever may not SCAN is told so; a
-- cleaning fails then.
local function scan_keys(audit, keys, types, cursor, parts)
	local CHUNK, base = 500, prefix_in(keys)
	local call = audit.cleans and redis.call or redis.pcall
	local page = call('SCAN', cursor == '' and '0' or cursor, 'MATCH', audit.pattern, 'COUNT', CHUNK)
	if page.err then
		audit.is_refused = true
		return nil
	end
	for _, key in ipairs(page[2]) do
		local rest = string.sub(key, #base + 1)
		local part, behind = string.match(rest, '^(%l+:)(.*)$')
		audit.looked, audit.bytes = audit.looked + 1, audit.bytes + #key
		if part and parts[part] and not types[rest] then
			local kind, found = parts[part].kind, redis.call('TYPE', key).ok
			if found ~= kind and found ~= 'none' then
				report(audit, 'WRONG_TYPE', key, 'holds a ' .. found .. ' instead of a ' .. kind, 'NONE')
			elseif found == kind and parts[part].visit then
				parts[part].visit(behind, key)
			end
		elseif not audit.cleans and not types[rest] and not is_of_another(base, rest) then
			report(audit, 'UNKNOWN_KEY', key, 'is no key of a queue of this type', 'NONE')
		end
	end
	return page[1] ~= '0' and page[1] or nil
end

-- Adds the section that looks at the types of keys, and the one that looks at all names, for some rules. A cleaning does if
-- jobs or workers have keys of their own.
local function add_key_sections(audit, keys, types, rules, parts)
	add_section(audit, { 'WRONG_TYPE', 'UNREADABLE_RECORD' }, function()
		audit_types(audit, keys, types)
		audit_limits(audit, keys)
	end)
	add_section(audit, rules, function(cursor)
		return scan_keys(audit, keys, types, cursor, parts)
	end, next(parts) ~= nil)
end
