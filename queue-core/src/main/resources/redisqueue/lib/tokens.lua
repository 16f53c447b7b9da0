-- include lib/memory
-- include lib/time
-- Tokens of leases. The jobs that one call leases have consecutive tokens. They share a receipt, which is kept for each
-- of them: the first of these tokens, and what the algorithm adds to know the worker. After a loss of data, tokens are
-- given again, to others.

-- Redis keeps a hash of a few hundred short values as a list, and searches that list for each id. A value of more than
-- 64 bytes (hash-max-listpack-value) makes Redis convert it to a hash table, in which a look-up is O(1). The hash stays
-- a table when the same command replaces the value.
local TOO_LONG = '.................................................................'

-- Numbers are exact up to here.
local MOST = 2 ^ 53

-- Whether others have written the counter: it is no number, or none that tokens have come to.
local function is_foreign(reply, count)
	if type(reply) == 'table' then
		return string.find(reply.err, 'not an integer', 1, true) or string.find(reply.err, 'overflow', 1, true)
	end
	return reply < count or reply > MOST
end

-- Counts tokens, and returns the first of them, which are consecutive. A counter that others have written makes way for a
-- number that no token has had. The call is for when the first try fails, as it does without memory.
local function count_tokens(keys, count, call)
	local last = redis.pcall('INCRBY', keys.token_counter, count)
	if is_foreign(last, count) then
		last = now_us() + count
		call(keys, 'SET', keys.token_counter, string.format('%.0f', last))
	elseif type(last) == 'table' then
		last = call(keys, 'INCRBY', keys.token_counter, count)
	end
	return last - count + 1
end

-- Tokens of leases, which are given also without memory.
local function reserve_tokens(keys, count)
	return count_tokens(keys, count, write)
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
