-- include lib/fitting
-- include stream/keys
-- include stream/records
-- The jobs that one call leases.

local function new_batch(max, consumer)
	return {
		max = max,
		consumer = consumer,
		ids = {},
		receipts = {},
		payloads = {},
		headers = {},
		any_headers = false,
		any_crashed = false,
		count = 0,
		bytes = 0,
		largest = 1,
	}
end

-- How many bytes a job has. The headers are false or nil if there are none.
local function size_of(payload, headers)
	return #payload + (headers and #headers or 0)
end

local function fits(batch, payload, headers)
	return batch.count == 0 or batch.bytes + size_of(payload, headers) <= MAX_BYTES
end

local function take(batch, id, payload, headers, receipt)
	local count, size = batch.count + 1, size_of(payload, headers)
	batch.count, batch.ids[count], batch.receipts[count] = count, id, receipt
	batch.payloads[count], batch.headers[count] = payload, headers
	batch.any_headers = batch.any_headers or headers
	batch.bytes = batch.bytes + size
	if size > batch.largest then
		batch.largest = size
	end
end

-- Takes a job whose entry is pending for another consumer, by one more delivery.
local function take_over(keys, batch, job, delivery)
	local entry, deliveries = delivery[1], delivery[4] + 1
	redis.call('XCLAIM', keys.stream, GROUP, batch.consumer, 0, entry, 'RETRYCOUNT', deliveries, 'JUSTID')
	redis.call('HSET', keys.entries, job.id, entry)
	take(batch, job.id, job.payload, job.headers, receipt_of(entry, deliveries))
end
