-- include lib/buried
-- include lib/dead_letters
-- Writes dead letters of jobs that crashed too often, each given as its id, the number of crashes, and the last worker or
-- false. content(keys, id) gives its payload and its headers.
local function bury_crashed(keys, crashed, now, cause, content)
	if #crashed == 0 then
		return
	end
	local ids, buried = {}, { causes = {}, workers = {}, failed = {} }
	for k, job in ipairs(crashed) do
		ids[k], buried.causes[k], buried.workers[k], buried.failed[k] = job[1], cause, job[3], false
	end
	buried.records = redis.call('HMGET', keys.failures, unpack(ids))
	buried.before = buried.records
	local records = note_buried(keys, ids, buried, now)
	for k, job in ipairs(crashed) do
		local payload, headers = content(keys, job[1])
		write_dead_letter(keys, job[1], { now, job[3], cause, records[k], tostring(job[2]), payload, headers })
	end
end
