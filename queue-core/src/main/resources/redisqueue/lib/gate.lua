-- A lease looks with one EXISTS whether there is anything that only few jobs need, and names the record of limits twice. A
-- count of 2 mostly stands for this record alone, and that it can be read proves it.
local function is_record_alone(keys, count)
	if count ~= 2 then
		return false
	end
	-- include lib/limits
	return recorded_limits(keys) and true or false
end

-- The gate through which one call leases at most max jobs, in all, of those that it wants. The caller may know that
-- there is no record.
local function open_gate(keys, own, wanted, is_plain)
	local gate = { wanted = wanted, max = wanted }
	if own == '' and is_plain then
		return gate
	end
	-- include lib/limits
	gate.limits = read_limits(keys, own)
	if gate.limits and gate.limits.interval_us then
		-- include lib/rate
		-- include lib/time
		gate.now = now_us()
		gate.now_ms = math.floor(gate.now / 1000)
		gate.used, gate.is_ahead = used_of_burst(keys, gate.limits, gate.now)
		gate.max = math.min(wanted, left_of_burst(gate.limits, gate.used))
	end
	return gate
end

-- Keeps the limit of jobs that are leased at the same time. So many of them are known to have leases that have run out,
-- and are taken over before others are leased.
local function narrow_gate(keys, gate, count_leased, expired)
	local most = gate.limits and gate.limits.max_leased or 0
	if most > 0 then
		local room = math.max(0, most - (count_leased(keys) - expired))
		gate.is_narrow = room < gate.max
		gate.max = math.min(gate.max, room)
	end
end

-- Closes the gate behind the jobs that the call has leased. Returns the ms until it is worth while to ask again: if the
-- rate holds up jobs, until the next call can lease as many as it wants, or a burst; if it is the number of leased ones,
-- until a delayed job is due, since who ends a lease rings. Otherwise it is what the caller says. The time is nil if no job
-- is delayed.
local function close_gate(keys, gate, count, next_due_ms, now)
	local LEAST_MS, LONGEST_MS, LEASED = 20, 365 * 24 * 3600000, 2 ^ 52
	local limits = gate.limits
	if gate.used and (count > 0 or gate.is_ahead) then
		-- include lib/memory
		gate.used = gate.used + count
		local ahead_us = gate.used * limits.interval_us
		write(keys, 'SET', keys.rate, string.format('%.3f', gate.now + ahead_us), 'PX',
			string.format('%.0f', math.ceil(ahead_us / 1000) + 1))
	end
	if next_due_ms ~= 0 or gate.max == gate.wanted or count < gate.max then
		return next_due_ms
	end
	if gate.is_narrow then
		-- include lib/ready_time
		local first = now and first_to_come(keys, now) or math.huge
		return first < LEASED and first - now or -1
	end
	-- The same time for all who ask, or each of them would keep the clock.
	local missing = math.min(gate.wanted, limits.burst) - (limits.burst - gate.used)
	local due = math.ceil((gate.now + missing * limits.interval_us) / 1000)
	return math.min(math.max(LEAST_MS, due - (now or gate.now_ms)), LONGEST_MS)
end
