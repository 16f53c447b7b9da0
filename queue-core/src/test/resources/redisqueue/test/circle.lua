-- circle: includes a file that includes it
-- include test/half_circle
return { 0 }
