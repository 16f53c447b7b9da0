-- What the group knows. A group that is missing knows nothing.

-- The reply of a command that asks the group, or nil if there is no group.
local function ask(...)
	local reply = redis.pcall(...)
	if reply.err and not string.find(reply.err, 'NOGROUP', 1, true) then
		error(reply.err)
	end
	return not reply.err and reply or nil
end

-- The pending entries in a range, of all or of one consumer: each as entry, consumer, for
-- how many ms it has been idle, and how often it was delivered; and whether there is no
-- group.
local function pending(from, to, count, ...)
	local page = ask('XPENDING', stream, GROUP, from, to, count, ...)
	return page or {}, not page
end

-- The last entry that was delivered.
local function last_delivered()
	if redis.call('EXISTS', stream) == 1 then
		for _, group in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
			if group[2] == GROUP then
				return group[8]
			end
		end
	end
	return '0-0'
end

-- The first entry that was not delivered yet, or nil.
local function undelivered()
	return redis.call('XRANGE', stream, '(' .. last_delivered(), '+', 'COUNT', 1)[1]
end

-- The deliveries of entries, by entry. What was leased together is mostly settled
-- together: so a look at what is pending from the first on finds most of them, and costs
-- a third of as many looks.
local function deliveries_of(wanted)
	local first, by_entry = wanted[1], {}
	for _, entry in ipairs(wanted) do
		first = entry < first and entry or first
	end
	if #wanted > 3 then
		for _, delivery in ipairs(pending(first, '+', #wanted + 10)) do
			by_entry[delivery[1]] = delivery
		end
	end
	for _, entry in ipairs(wanted) do
		by_entry[entry] = by_entry[entry] or pending(entry, entry, 1)[1]
	end
	return by_entry
end

local known_holders = {}

-- Whose consumer it is, and how long its leases last; nil if it is none of our workers'.
local function holder_of(consumer)
	local holder = known_holders[consumer]
	if not holder then
		local lease_ms, worker = string.match(consumer, '^(%d+):(.*)$')
		holder = { worker, tonumber(lease_ms) }
		known_holders[consumer] = holder
	end
	return holder[1], holder[2]
end
