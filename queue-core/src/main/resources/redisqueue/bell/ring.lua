-- ring: rings a bell for scripts that cannot reach it, as it is in another slot of a Redis Cluster
-- KEYS: the bell
-- ARGV: the shard, how many are wanted, after how many ms they are forgotten
-- Reply: 0
-- Cost: O(t) with t wake-ups in the list
-- Abort: nothing has changed, or the wake-ups last until they are taken
-- include lib/bell
push_wake_ups(KEYS[1], ARGV[1], tonumber(ARGV[2]))
redis.pcall('PEXPIRE', KEYS[1], ARGV[3])
return { 0 }
