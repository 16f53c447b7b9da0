local queue, processing, delayed, tokens, token, failures, crashes, headers, suspects, paused, completed, dead, dead_job, bell =
	unpack(KEYS, 1, 14)
local FIXED = 14
local base = string.sub(queue, 1, -#'queue' - 1)
local item_base, lease_base = base .. 'item:', base .. 'lease:'
