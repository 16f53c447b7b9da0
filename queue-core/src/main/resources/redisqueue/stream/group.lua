-- include stream/keys
-- What the consumer group knows. A group that is missing knows nothing.

-- The reply of a command that asks the group, or nil if there is no group.
local function ask_group(...)
	local reply = redis.pcall(...)
	if reply.err and not string.find(reply.err, 'NOGROUP', 1, true) then
		error(reply.err)
	end
	return not reply.err and reply or nil
end

-- The pending entries in a range, of all consumers or of one: each as entry, consumer, for how many ms it has been
-- idle, and how often it was delivered; and whether there is no group.
local function pending(keys, from, to, count, ...)
	local page = ask_group('XPENDING', keys.stream, GROUP, from, to, count, ...)
	return page or {}, not page
end

-- Whether anything is pending.
local function any_held(keys)
	return #pending(keys, '-', '+', 1) > 0
end

-- How an entry is pending, or nil.
local function delivery_of(keys, entry)
	return pending(keys, entry, entry, 1)[1]
end

-- Whether an entry was added before another one. Those of one millisecond are numbered.
local function is_earlier(entry, other)
	local DIGITS = 13
	local ms, ms_of_other = string.sub(entry, 1, DIGITS), string.sub(other, 1, DIGITS)
	if ms ~= ms_of_other then
		return ms < ms_of_other
	end
	return #entry < #other or (#entry == #other and entry < other)
end

-- How some entries are pending, by entry. What was leased together is mostly settled together: so a look at what is
-- pending from the first on finds most of them, and costs a third of as many looks.
local function deliveries_of(keys, entries)
	local first, by_entry = entries[1], {}
	if #entries > 3 then
		for _, entry in ipairs(entries) do
			first = is_earlier(entry, first) and entry or first
		end
		for _, delivery in ipairs(pending(keys, first, '+', #entries + 10)) do
			by_entry[delivery[1]] = delivery
		end
	end
	for _, entry in ipairs(entries) do
		by_entry[entry] = by_entry[entry] or delivery_of(keys, entry)
	end
	return by_entry
end

-- The worker that a consumer belongs to, and how many ms its leases last; nil if it is not a consumer of ours.
local function worker_of(consumer)
	local lease_ms, worker = string.match(consumer, '^(%d+):(.*)$')
	return worker, tonumber(lease_ms)
end

-- Whether nobody holds a pending entry any more. Consumers of other programs have the lease time of the caller. As whole
-- milliseconds are counted, the last of a lease is not over for certain.
local function is_abandoned(delivery, lease_ms)
	local consumer, idle_ms = delivery[2], delivery[3]
	if consumer == RECLAIMED or consumer == RELEASED then
		return false
	end
	local _, lease_of_holder = worker_of(consumer)
	return idle_ms > (lease_of_holder or lease_ms)
end
