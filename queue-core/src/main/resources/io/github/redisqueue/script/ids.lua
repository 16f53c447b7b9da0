local ids = { unpack(ARGV, 2, ARGV[1] + 1) }
