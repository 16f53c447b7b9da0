-- include lib/note
-- The reply to lease: 0, for what bell.lua returns; the ms until more is due; the cursor of the next lease. If none was
-- leased, 1 if anybody holds a job, else 0. Else what is in leased: first_token; receipts (one text for all, or a list
-- with one for each); ids; payloads; and if any of the jobs has some, lists of their headers, failures and crashes; then
-- of their groups, if any job is in one, which takes a record of limits. The headers are nil if no job of the queue has any.
-- The caller may know that no job has failures or crashes; and that the queue holds no job besides those that are leased now,
-- and none of them has more than a payload (is_alone): then a single one that is small is followed by 1 instead.
local function lease_reply(keys, next_due, cursor, leased, are_plain, any_held)
	local SMALL = 4096
	local ids, headers = leased.ids, leased.headers
	if #ids == 0 then
		return { 0, next_due, cursor, any_held(keys) and 1 or 0 }
	end
	note(keys, ids, 'leased')
	local reply = { 0, next_due, cursor, leased.first_token, leased.receipts, ids, leased.payloads }
	local counted = not are_plain and redis.call('EXISTS', keys.failures, keys.crashes) > 0
	local grouped = keys.recorded and redis.call('EXISTS', keys.groups) == 1
	if headers or counted or grouped then
		reply[8] = headers or {}
		reply[9] = counted and redis.call('HMGET', keys.failures, unpack(ids)) or {}
		for k, record in ipairs(reply[9]) do
			-- without the events behind the numbers
			reply[9][k] = record and string.match(record, '^%d*:?%d*:?%d*')
		end
		reply[10] = counted and redis.call('HMGET', keys.crashes, unpack(ids)) or {}
	elseif leased.is_alone and #ids == 1 and #leased.payloads[1] <= SMALL then
		reply[8] = 1
	end
	if grouped then
		-- include lib/group_members
		reply[11] = redis.call('HMGET', keys.groups, unpack(ids))
		for k, record in ipairs(reply[11]) do
			reply[11][k] = group_of(record) or false
		end
	end
	return reply
end
