-- Tokens of jobs that are leased. Those that one call leases have tokens in a row, from
-- first_token on, and share a receipt, which is kept for each of them: the first token of
-- the row, and what the algorithm adds. Needs max.
local first_token, receipts

-- A hash of some hundred short values Redis keeps as a list, and goes through it for each
-- id. A value that is too long for that makes it a table, also if the same command
-- replaces it.
local TOO_LONG = string.rep('.', 65)

local function give_tokens(fresh, added)
	if not receipts then
		first_token = redis.call('INCRBY', token, max) - max + 1
		receipts = string.format('%.0f', first_token) .. added
	end
	local pairs_of = { fresh[1], TOO_LONG }
	for k, id in ipairs(fresh) do
		pairs_of[2 * k + 1], pairs_of[2 * k + 2] = id, receipts
	end
	redis.call('HSET', tokens, unpack(pairs_of))
end
