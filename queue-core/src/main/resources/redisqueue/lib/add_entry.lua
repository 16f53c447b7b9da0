-- include lib/fields
-- More headers than this a script cannot pass on as fields: they stay as they came.
local MANY_HEADERS = 1000

-- Whether a list of values is one of names and values of headers, and not too long.
local function are_headers(flat)
	for k = 1, #flat do
		if not flat[k] then
			return false
		end
	end
	return #flat % 2 == 0 and #flat <= 2 * MANY_HEADERS
end

-- Appends a job, and returns its entry. Its headers are packed; they may be absent or empty.
local function add_entry(keys, id, payload, packed)
	if not packed or packed == '' then
		return redis.call('XADD', keys.stream, '*', 'id', id, 'data', payload)
	end
	local flat = parse_fields(packed)
	if not flat or not are_headers(flat) then
		flat = { 'headers', packed }
	else
		for k = 1, #flat, 2 do
			flat[k] = 'h:' .. flat[k]
		end
	end
	return redis.call('XADD', keys.stream, '*', 'id', id, 'data', payload, unpack(flat))
end
