-- leave: an instance that ends in order is forgotten
-- KEYS: instances, instances:about
-- ARGV: the worker id
-- Reply: 0
-- Cost: O(log n) with n instances
-- Abort: the instance is listed without its queues for a day
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
return { 0 }
