-- include lib/fields
-- include lib/fitting
-- Pages of jobs. A state has sections, in each of which jobs stand in an order. A cursor names the section, and in it a
-- number and an anchor, which is what was looked at last: the next page begins behind it, wherever it stands by then.

-- How many ids that are no jobs of the state one call passes by, about.
local MAX_PASSED = 1000

-- The page that the arguments of browse ask for: the state, how many jobs at most, 1 if with payloads and headers, else 0;
-- then the cursor: the section (0: from the beginning), the number, the anchor.
local function new_page(keys, arguments)
	return {
		headers = keys.headers,
		state = arguments[1],
		count = tonumber(arguments[2]),
		with_content = arguments[3] == '1',
		section = tonumber(arguments[4]),
		number = arguments[5],
		anchor = arguments[6],
		jobs = {},
		bytes = 0,
		passed = 0,
		is_full = false,
	}
end

-- How many jobs there is room for.
local function room_on(page)
	return (page.is_full or page.passed >= MAX_PASSED) and 0 or page.count - #page.jobs
end

-- Puts a job on a page. Returns whether it fits.
local function put_on(page, job)
	local bytes = #job.id + #(job.worker or '') + (job.bytes or 0)
	if page.with_content and not job.bytes then
		bytes = bytes + job.size + redis.call('HSTRLEN', page.headers, job.id)
	end
	page.is_full = page.bytes > 0 and page.bytes + bytes > MAX_BYTES
	if not page.is_full then
		page.bytes = page.bytes + bytes
		job.read(job, page.with_content)
		page.jobs[#page.jobs + 1] = job
	end
	return not page.is_full
end

-- Puts on a page what describe(name, k) tells of the k-th of some names, up to the first that does not fit. It is nil for one that is no
-- job of the state. Returns how many were looked at.
local function put_all(page, names, describe)
	for k, name in ipairs(names) do
		local job = describe(name, k)
		if job and not put_on(page, job) then
			return k - 1
		end
		page.passed = page.passed + (job and 0 or 1)
	end
	return #names
end

-- How many members of a list to skip from the tail on. The anchor has what was looked at last, and what before that. Both
-- may have come nearer to the tail. If they do not stand together any more, the last one is gone, or has come back, and so
-- have those that stood before it, mostly: then from the tail.
local function skipped_in_list(list, number, anchor)
	-- A number that nobody has given as a position begins anew.
	local looked, skipped = parse_fields(anchor) or {}, tonumber(string.match(number, '^%d+$') or 0)
	local last, before = looked[1], looked[2]
	if skipped == 0 or skipped >= 2 ^ 53 or not last then
		return 0
	end
	if redis.call('LINDEX', list, -skipped) ~= last then
		local at = redis.call('LPOS', list, last, 'RANK', -1, 'MAXLEN', skipped)
		skipped = at and redis.call('LLEN', list) - at or 0
	end
	return (skipped < 2 or redis.call('LINDEX', list, 1 - skipped) == before) and skipped or 0
end

-- Browses a list from its tail on. describe(id, position) gets the position counted from the tail, from 1 on. Returns the
-- number and the anchor, or nil at the end; the other browse functions do too.
local function browse_list(page, list, number, anchor, describe)
	local skipped, room = skipped_in_list(list, number, anchor), room_on(page)
	local last, before = unpack(parse_fields(anchor) or {})
	while room > 0 do
		local found, ids = redis.call('LRANGE', list, -skipped - room, -skipped - 1), {}
		for i = #found, 1, -1 do
			ids[#ids + 1] = found[i]
		end
		local looked = put_all(page, ids, function(id, k)
			return describe(id, skipped + k)
		end)
		if looked > 0 then
			last, before = ids[looked], ids[looked - 1] or last
		end
		skipped = skipped + looked
		if looked == #ids and #ids < room then
			return nil
		end
		room = room_on(page)
	end
	return string.format('%.0f', skipped), pack_fields({ last or false, before or false })
end

-- How many members of a sorted set to skip. If what was looked at last is gone, or has another score: from its old score on.
local function skipped_in_set(set, number, anchor)
	if number == '' then
		return 0
	end
	if redis.call('ZSCORE', set, anchor) == number then
		return redis.call('ZRANK', set, anchor) + 1
	end
	return redis.call('ZCOUNT', set, '-inf', '(' .. number)
end

-- Browses those of a sorted set that stand behind the first so many of them, and among the first so many.
local function browse_set(page, set, first, last, number, anchor, describe)
	local skipped, room = math.max(first, skipped_in_set(set, number, anchor)), room_on(page)
	while room > 0 and skipped < last do
		local found = redis.call('ZRANGE', set, skipped, math.min(skipped + room, last) - 1, 'WITHSCORES')
		local members, scores = {}, {}
		for k = 1, #found, 2 do
			members[#members + 1], scores[found[k]] = found[k], found[k + 1]
		end
		local looked = put_all(page, members, function(member)
			return describe(member, tonumber(scores[member]))
		end)
		skipped, anchor = skipped + looked, members[looked] or anchor
		number, room = scores[anchor] or number, room_on(page)
		if #members == 0 then
			return nil
		end
	end
	if skipped >= last then
		return nil
	end
	return number, anchor
end

-- Browses sections, each of which is a function of a number and an anchor, from that of the cursor on. Returns the cursor of
-- the next page, as section (0: this is the last page), number, anchor.
local function browse_sections(page, sections)
	local number, anchor = page.number, page.anchor
	for k = math.max(1, page.section), #sections do
		number, anchor = sections[k](number, anchor)
		if number then
			return k, number, anchor
		end
		number, anchor = '', ''
	end
	return 0, '', ''
end
