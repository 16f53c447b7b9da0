-- include testing/all_keys

-- Deletes the keys of a queue, but for the counter of tokens, which only grows. The arguments are those of all such calls:
-- the pattern of all keys, n, n prefixes of keys of other queues among them. Returns the reply.
local function purge(keys, arguments)
	for _, key in ipairs(all_keys(arguments[1], { unpack(arguments, 3, 2 + tonumber(arguments[2])) })) do
		if key ~= keys.token_counter then
			redis.call('DEL', key)
		end
	end
	return { 0 }
end
