-- include lib/events
-- include lib/fields
-- Times that a test moves back by some ms. For the queue this is as if so much time had passed, for its clock is that of
-- the server.

-- Moves the scores of a sorted set back, as far as move(score, member) returns a number.
local function move_scores(key, move)
	local found = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
	for k = 1, #found, 2 do
		local score = move(tonumber(found[k + 1]), found[k])
		if score then
			redis.call('ZADD', key, string.format('%.17g', score), found[k])
		end
	end
end

-- Moves the time in a text back.
local function moved(text, ms)
	return string.format('%.0f', tonumber(text) - ms)
end

-- Moves the times of events back, unless others have written something else.
local function moved_events(events, ms)
	local count, packed = string.match(events, '^(%d+) (.*)$')
	local all = packed and parse_fields(packed)
	if not all then
		return events
	end
	for k, event in ipairs(all) do
		local values = event and parse_fields(event)
		if values and tonumber(values[1] or nil) then
			values[1] = moved(values[1], ms)
			all[k] = pack_fields(values)
		end
	end
	return count .. ' ' .. pack_fields(all)
end

-- Moves the times of the first and the last failure in a record of failures back, and those of the events behind them.
local function moved_failures(record, ms)
	local count, first, last, rest = string.match(record or '', '^(%d+):(%d*):(%d*)(.*)$')
	if not count then
		return record
	end
	local events = events_in(record)
	return count .. ':' .. (first ~= '' and moved(first, ms) or '') .. ':' .. (last ~= '' and moved(last, ms) or '')
		.. (events and ':' .. moved_events(events, ms) or rest)
end

local function move_events(key, ms)
	local found = redis.call('HGETALL', key)
	for k = 1, #found, 2 do
		redis.call('HSET', key, found[k], moved_events(found[k + 1], ms))
	end
end

local function move_failures(key, ms)
	local found = redis.call('HGETALL', key)
	for k = 1, #found, 2 do
		redis.call('HSET', key, found[k], moved_failures(found[k + 1], ms))
	end
end

-- Moves the times in dead letters back: that of the burial and those of failures.
local function move_dead_letters(key, ms)
	local BURIED_AT, FAILURES = 1, 4
	local found = redis.call('HGETALL', key)
	for k = 1, #found, 2 do
		local letter = parse_fields(found[k + 1])
		if letter and tonumber(letter[BURIED_AT] or nil) then
			letter[BURIED_AT] = moved(letter[BURIED_AT], ms)
			letter[FAILURES] = moved_failures(letter[FAILURES], ms)
			redis.call('HSET', key, found[k], pack_fields(letter))
		end
	end
end
