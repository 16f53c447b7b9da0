-- cancel: a job that is ready, delayed or leased ends
-- KEYS: the fixed ones; the private list of its holder follows from its token
-- ARGV: 1, its id
-- Reply: 1 if there was such a job, else 0
-- Cost: O(q) with q jobs ready, or O(p) with p leased by its holder
-- Abort: see forget
-- include keys
-- include places
-- include exists
-- include forget
local id = ARGV[2]
if not exists(id) then
	return { 0 }
end
forget({ id })
redis.call('ZREM', delayed, id)
return { 1 }
