-- postpone: leased jobs become delayed; nothing is counted
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, n delays in ms, the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n (log d + log p)) with d jobs delayed and p leased, plus the sizes of the payloads
-- Abort: a ready time without a payload is dropped when it has come
-- include lib/arguments
-- include lib/bell
-- include lib/delay_jobs
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include lib/time
-- include stream/ends
-- include stream/fence
-- include stream/freed
-- include stream/keys
-- include stream/store_content
-- include stream/with_places
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local held, lost, entries, places = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)

-- create
note(keys, pick(ids, held), 'postponed')
local waking = delay_jobs(keys, ids, held, { unpack(ARGV, rest, rest + #ids - 1) }, now_ms())
store_content(keys, ids, held, entries)

-- remove
remove_from_stream(keys, pick(ids, held), with_places(held, entries, places))
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
