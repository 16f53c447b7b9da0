-- browse: a page of the jobs in one state
-- KEYS: those of keys.lua; those of items and leases follow from the ids found
-- ARGV: the arguments of new_page; the lease time in ms, which this algorithm does not use, the shard
-- Reply: see page_reply
-- Cost: O(n + g) for n jobs and g ghosts, plus O(s) if what the cursor names has moved, with s jobs before that, plus the
--   sizes of what is read
-- include lease/keys
-- include lease/leased
-- include lease/shown
-- include lease/stale_copies
-- include lib/other_sections
-- include lib/page_reply
-- include lib/pages
-- include lib/time
local keys, now = name_keys(KEYS), now_ms()
local page = new_page(keys, ARGV)
local due, seen = redis.call('ZCOUNT', keys.delayed, '-inf', now), {}

-- A job that stands in the queue.
local function ready_job(id)
	local ready_at = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	if holder_of(keys, id) or (ready_at and ready_at > now) then
		return nil
	end
	return job_with_item(keys, id)
end

-- Whether what stands at a position of processing is the copy of an id that is nearest to the tail.
local function is_nearest(id, position)
	local at = redis.call('LPOS', keys.processing, id, 'RANK', -1)
	return at and redis.call('LLEN', keys.processing) - at == position
end

-- A job that stands in processing. Of the copies of an id that has a mark the one nearest to the tail may be stale.
local function leased_job(id, position)
	local job, holder = job_with_item(keys, id), holder_of(keys, id)
	local is_first, mark = not seen[id], tonumber(redis.call('ZSCORE', keys.suspects, id) or nil)
	seen[id] = true
	if not job or (not holder and redis.call('ZSCORE', keys.delayed, id)) then
		return nil
	end
	if mark and mark < 0 then
		-- A look for copies costs as much as many jobs.
		page.passed = page.passed + 50
		local is_old = is_nearest(id, position) and is_stale(keys, id)
		return not is_old and with_lease(keys, job, holder, now) or nil
	end
	return is_first and with_lease(keys, job, holder, now) or nil
end

local function delayed_job(id, ready_at)
	local job = not holder_of(keys, id) and job_with_item(keys, id)
	if job then
		job.ready_at = ready_at > now and ready_at or nil
	end
	return job or nil
end

local sections
if page.state == 'READY' then
	sections = { function(number, anchor)
		return browse_list(page, keys.queue, number, anchor, ready_job)
	end, function(number, anchor)
		return browse_set(page, keys.delayed, 0, due, number, anchor, delayed_job)
	end }
elseif page.state == 'LEASED' then
	sections = { function(number, anchor)
		return browse_list(page, keys.processing, number, anchor, leased_job)
	end }
elseif page.state == 'DELAYED' then
	sections = delayed_sections(keys, page, now, due, redis.call('ZCARD', keys.delayed), delayed_job)
else
	sections = other_sections(keys, page, now)
end
return page_reply(keys, page, sections, count_leased)
