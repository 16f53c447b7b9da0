local queue, jobs, workers, delayed, tokens, token, failures, crashes, headers, paused, completed, dead, dead_job, private,
	claim, bell = unpack(KEYS, 1, 16)
local private_base = string.sub(queue, 1, -#'queue' - 1) .. 'processing:'
local boot = string.sub(private, #private_base + 1)
