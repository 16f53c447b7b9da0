-- missing: includes a file that does not exist
-- include test/nowhere
return { 0 }
