-- Ids leave a list, of each the copy nearest to the tail, where the oldest stand.

-- Mostly they go in their order: a run of them at the tail goes in one step. Returns the
-- others.
local function pluck_run(list, gone)
	if #gone < 4 then
		return gone
	end
	local tail = redis.call('LRANGE', list, -#gone, -1)
	local last, ordered = #tail, 0
	while ordered < last and tail[last - ordered] == gone[ordered + 1] do
		ordered = ordered + 1
	end
	local wanted, run, rest = {}, ordered, {}
	for k = ordered + 1, #gone do
		wanted[gone[k]] = true
	end
	while run < last and wanted[tail[last - run]] do
		wanted[tail[last - run]] = nil
		run = run + 1
	end
	if run > 0 then
		redis.call('LTRIM', list, 0, -run - 1)
	end
	for k = ordered + 1, run < #gone and #gone or 0 do
		rest[#rest + 1] = wanted[gone[k]] and gone[k] or nil
	end
	return rest
end

-- Returns those that are not in the list. Costs O(1) for each of the run, its distance from
-- the tail for others.
local function pluck(list, gone)
	local missing = {}
	for _, id in ipairs(pluck_run(list, gone)) do
		if redis.call('LREM', list, -1, id) == 0 then
			missing[#missing + 1] = id
		end
	end
	return missing
end
