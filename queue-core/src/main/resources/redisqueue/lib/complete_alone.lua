-- Completes a job that was alone in its queue when it was leased, if no other has a payload there yet. Whole keys go in one
-- step then: it has neither headers nor a group, and nothing is ready that a limit held up. The look reads its payload, which
-- is small, or a few of others, up to 512 if none exceeds 64 bytes; a scan that ends with its first page has seen all. Takes
-- the keys and arguments of complete, and returns its reply; nil, before anything is changed, if there is more to do.
local function complete_alone(all, arguments)
	if arguments[5] ~= '-1' or #arguments ~= 6 or string.find(arguments[6], ' ', 1, true) then
		return nil
	end
	local id, receipt, private, base = arguments[2], arguments[4], all[4], string.sub(all[1], 1, -#'absent' - 1)
	local jobs, receipts = base .. 'jobs', base .. 'tokens'
	local page = redis.call('HSCAN', jobs, 0, 'COUNT', 3)
	if page[1] ~= '0' or #page[2] ~= 2 or page[2][1] ~= id or redis.call('HMGET', receipts, id)[1] ~= receipt
		or (private and private ~= base .. 'processing:' .. string.match(receipt, ' (.*)')) then
		return nil
	end
	redis.call('DEL', jobs, receipts, base .. 'delayed', base .. 'workers', base .. 'failures', base .. 'crashes',
		private or jobs)
	return { 0 }
end
