local queue, processing, delayed, tokens, token, failures, crashes, headers, suspects, paused, dead, dead_job, bell =
	unpack(KEYS, 1, 13)
local FIXED = 13
local base = string.sub(queue, 1, -#'queue' - 1)
local item_base, lease_base = base .. 'item:', base .. 'lease:'
