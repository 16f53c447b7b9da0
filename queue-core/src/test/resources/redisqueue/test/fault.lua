-- include test/faults
-- fault: calls a function that fails
fail_with(KEYS[1])
return { 0 }
