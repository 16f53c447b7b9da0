-- purge_lease: deletes a lease queue, but for the counter of tokens, which only grows
-- KEYS: those of keys.lua
-- ARGV: the pattern of all keys, n, n prefixes of keys of other queues among them, the token
-- Reply: 0
-- Cost: O(k) with k keys of the server. For tests only
-- Abort: some keys are deleted
-- include lease/keys
-- include testing/purge
return purge(name_keys(KEYS), ARGV)
