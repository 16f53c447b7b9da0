-- Tokens of jobs that are leased. Those that one call leases have tokens in a row, from
-- first_token on; what is kept for each of them is the same, known: the first token of
-- the row, and what the algorithm adds. Needs max.
local first_token, known

-- A hash of some hundred short values Redis keeps as a list, and goes through it for each
-- id. A value that is too long for that makes it a table, also if the same command
-- replaces it.
local TOO_LONG = string.rep('.', 65)

-- Returns whether all these ids are different, and none had a token.
local function give_tokens(fresh, added)
	if not known then
		first_token = redis.call('INCRBY', token, max) - max + 1
		known = string.format('%.0f', first_token) .. added
	end
	local pairs_of = { fresh[1], TOO_LONG }
	for k, id in ipairs(fresh) do
		pairs_of[2 * k + 1], pairs_of[2 * k + 2] = id, known
	end
	return redis.call('HSET', tokens, unpack(pairs_of)) == #fresh
end
