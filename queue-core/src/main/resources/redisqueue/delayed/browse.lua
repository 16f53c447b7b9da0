-- browse: a page of the jobs in one state
-- KEYS: those of keys.lua
-- ARGV: the arguments of new_page; the lease time in ms, which this algorithm does not use, the shard
-- Reply: see page_reply
-- Cost: O(n log m) for n jobs with m in the queue, plus the sizes of what is read; for dead letters as lease/browse.lua
-- include delayed/keys
-- include delayed/leased
-- include delayed/scores
-- include delayed/shown
-- include lib/other_sections
-- include lib/page_reply
-- include lib/pages
-- include lib/time
local keys, now = name_keys(KEYS), now_ms()
local page = new_page(keys, ARGV)
local due = redis.call('ZCOUNT', keys.delayed, '-inf', up_to(now))
local free = redis.call('ZCARD', keys.delayed) - count_leased(keys)

local function describe(id, score)
	return (job_with_score(keys, id, score, now))
end

local sections
if page.state == 'READY' then
	sections = { function(number, anchor)
		return browse_set(page, keys.delayed, 0, due, number, anchor, describe)
	end }
elseif page.state == 'LEASED' then
	sections = { function(number, anchor)
		return browse_set(page, keys.delayed, free, redis.call('ZCARD', keys.delayed), number, anchor, describe)
	end }
elseif page.state == 'DELAYED' then
	sections = delayed_sections(keys, page, now, due, free, describe)
else
	sections = other_sections(keys, page, now)
end
return page_reply(keys, page, sections, count_leased)
