-- browse: a page of the jobs in one state
-- KEYS: those of keys.lua; the private lists follow from the workers
-- ARGV: the arguments of new_page; the lease time in ms, which this algorithm does not use, the shard
-- Reply: see page_reply
-- Cost: O(n + g) for n jobs and g ghosts, plus O(s) if what the cursor names has moved, with s jobs before that, plus
--   O(w log w) with w workers that hold something, plus the sizes of what is read
-- include lib/fields
-- include lib/other_sections
-- include lib/page_reply
-- include lib/pages
-- include lib/time
-- include list/jobs
-- include list/keys
-- include list/leased
-- include list/private_lists
-- include list/shown
-- include list/stranded
local keys, now = name_keys(KEYS), now_ms()
local page = new_page(keys, ARGV)
local due, seen = redis.call('ZCOUNT', keys.delayed, '-inf', now), {}

-- A job that stands in the queue.
local function ready_job(id)
	local ready_at = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	return not (ready_at and ready_at > now) and free_job(keys, id) or nil
end

local function delayed_job(id, ready_at)
	local job = free_job(keys, id)
	if job then
		job.ready_at = ready_at > now and ready_at or nil
	end
	return job
end

-- A job that stands in the private list of a run.
local function leased_job(id, run)
	local receipt = redis.call('HGET', keys.receipts, id)
	local is_held = holder_of(receipt) == run
	if not is_held and not seen[id] and exists(keys, id) then
		-- A look for others costs as much as many jobs.
		page.passed = page.passed + 50
		is_held = is_stranded(keys, id, receipt)
	end
	is_held, seen[id] = is_held and not seen[id], true
	return is_held and held_job(keys, id, run) or nil
end

-- Run by run in the order of their names, which does not change meanwhile. The anchor names the run too.
local function leased(number, anchor)
	local runs, at = redis.call('ZRANGE', keys.workers, 0, -1), parse_fields(anchor) or {}
	table.sort(runs)
	for _, run in ipairs(runs) do
		if run >= (at[1] or '') then
			local is_same = run == at[1]
			local skipped, id = browse_list(page, keys.private_base .. run, is_same and number or '',
				is_same and at[2] or '', function(found)
					return leased_job(found, run)
				end)
			if skipped then
				return skipped, pack_fields({ run, id })
			end
		end
	end
end

local sections
if page.state == 'READY' then
	sections = { function(number, anchor)
		return browse_list(page, keys.queue, number, anchor, ready_job)
	end, function(number, anchor)
		return browse_set(page, keys.delayed, 0, due, number, anchor, delayed_job)
	end }
elseif page.state == 'LEASED' then
	sections = { leased }
elseif page.state == 'DELAYED' then
	sections = delayed_sections(keys, page, now, due, redis.call('ZCARD', keys.delayed), delayed_job)
else
	sections = other_sections(keys, page, now)
end
return page_reply(keys, page, sections, count_leased)
