-- Tokens of leases. The jobs that one call leases have consecutive tokens. They share a receipt, which is kept for each
-- of them: the first of these tokens, and what the algorithm adds.

-- A hash with some hundred short values is a list for Redis, which goes through it for each id. A value that is too long
-- for that makes it a table, also if the same command replaces the value.
local TOO_LONG = '.................................................................'

-- Returns the first of some consecutive tokens.
local function reserve_tokens(keys, count)
	return redis.call('INCRBY', keys.token, count) - count + 1
end

local function token_text(token)
	return string.format('%.0f', token)
end

local function store_receipt(keys, ids, receipt)
	local pairs_of = { ids[1], TOO_LONG }
	for k, id in ipairs(ids) do
		pairs_of[2 * k + 1], pairs_of[2 * k + 2] = id, receipt
	end
	redis.call('HSET', keys.tokens, unpack(pairs_of))
end
