-- include lease/keys
-- The ids of the jobs that a call is about, and the position of the first argument. The keys are those of the jobs.
local function ids_of_call(keys, all)
	return job_keys(keys, all), 1
end
