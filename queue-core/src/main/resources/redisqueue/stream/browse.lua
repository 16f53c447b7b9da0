-- browse: a page of the jobs in one state
-- KEYS: those of keys.lua
-- ARGV: the arguments of new_page; the lease time in ms of consumers that are not ours, the shard
-- Reply: see page_reply; or -1 in place of 1 or 0 if the cursor names no entry
-- Cost: O(n log m) for n jobs with m in the queue, plus the sizes of their payloads, and O(1) for each pending entry that is
--   passed by; for dead letters as lease/browse.lua
-- include lib/fitting
-- include lib/other_sections
-- include lib/page_reply
-- include lib/pages
-- include lib/time
-- include stream/delivered
-- include stream/entries
-- include stream/group
-- include stream/keys
-- include stream/leased
-- include stream/shown
local keys, now = name_keys(KEYS), now_ms()
local page = new_page(keys, ARGV)
local due, lease_ms = redis.call('ZCOUNT', keys.delayed, '-inf', now), tonumber(ARGV[7])

-- Whether one entry stands before another.
local function is_before(one, other)
	local ms, seq = string.match(one, '^(%d+)-(%d+)$')
	local other_ms, other_seq = string.match(other, '^(%d+)-(%d+)$')
	return tonumber(ms) < tonumber(other_ms) or (ms == other_ms and tonumber(seq) < tonumber(other_seq))
end

-- Whether the anchor of the cursor is not even that of an entry, or that of the last one there can be, behind which no page
-- begins. Nothing is before the first one.
local function is_foreign_cursor()
	local is_of_entries = page.state == 'LEASED' or (page.state == 'READY' and page.section < 3)
	if not is_of_entries or page.anchor == '' then
		return false
	end
	local reply = redis.pcall('XRANGE', keys.stream, '(' .. page.anchor, '-')
	local err = reply.err or ''
	return not string.match(page.anchor, '^%d+%-%d+$') or string.find(err, 'Invalid stream ID', 1, true)
		or string.find(err, 'invalid start ID', 1, true)
end

-- Pending entries, of all consumers or of one.
local function pending_section(describe, ...)
	local consumer = { ... }
	return function(_, anchor)
		local room = room_on(page)
		while room > 0 do
			local from = anchor == '' and '-' or '(' .. anchor
			local found = pending(keys, from, '+', room, unpack(consumer))
			local looked = put_all(page, found, describe)
			anchor = looked > 0 and found[looked][1] or anchor
			if looked == #found and #found < room then
				return nil
			end
			room = room_on(page)
		end
		return '', anchor
	end
end

-- Entries that were not delivered yet: some at a time, as they are read with their payloads.
local function undelivered_section(_, anchor)
	local largest, last = 1, last_delivered(keys)
	if anchor == '' or is_before(anchor, last) then
		anchor = last
	end
	local room = room_on(page)
	while room > 0 do
		local count = math.min(room, fitting(#page.jobs, page.bytes, largest))
		local found = redis.call('XRANGE', keys.stream, '(' .. anchor, '+', 'COUNT', count)
		local looked = put_all(page, found, function(entry)
			local job = undelivered_job(keys, entry[1], job_in(entry[1], entry[2]))
			largest = math.max(largest, job and job.size or 1)
			return job
		end)
		anchor = looked > 0 and found[looked][1] or anchor
		if looked == #found and #found < count then
			return nil
		end
		room = room_on(page)
	end
	return '', anchor
end

local function delayed_job(id, ready_at)
	return job_with_due(keys, id, ready_at, now)
end

local sections
if is_foreign_cursor() then
	return { 0, -1 }
elseif page.state == 'READY' then
	sections = { pending_section(function(delivery)
		return pending_job(keys, delivery[1])
	end, RELEASED), undelivered_section, function(number, anchor)
		return browse_set(page, keys.delayed, 0, due, number, anchor, delayed_job)
	end }
elseif page.state == 'LEASED' then
	sections = { pending_section(function(delivery)
		local job = is_held(delivery) and pending_job(keys, delivery[1])
		return job and with_holder(job, delivery, now, lease_ms) or nil
	end) }
elseif page.state == 'DELAYED' then
	sections = delayed_sections(keys, page, now, due, redis.call('ZCARD', keys.delayed), delayed_job)
else
	sections = other_sections(keys, page, now)
end
return page_reply(keys, page, sections, count_leased)
