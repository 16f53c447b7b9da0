-- include lib/memory
-- Tokens of leases. The jobs that one call leases have consecutive tokens. They share a receipt, which is kept for each
-- of them: the first of these tokens, and what the algorithm adds to know the worker. After a loss of data, tokens are
-- given again, to others.

-- Redis keeps a hash of a few hundred short values as a list, and searches that list for each id. A value of more than
-- 64 bytes (hash-max-listpack-value) makes Redis convert it to a hash table, in which a look-up is O(1). The hash stays
-- a table when the same command replaces the value.
local TOO_LONG = '.................................................................'

-- Returns the first of some consecutive tokens.
local function reserve_tokens(keys, count)
	return write(keys, 'INCRBY', keys.token_counter, count) - count + 1
end

local function token_text(token)
	return string.format('%.0f', token)
end

local function store_receipt(keys, ids, receipt)
	local pairs_of = { ids[1], TOO_LONG }
	for k, id in ipairs(ids) do
		pairs_of[2 * k + 1], pairs_of[2 * k + 2] = id, receipt
	end
	redis.call('HSET', keys.receipts, unpack(pairs_of))
end
