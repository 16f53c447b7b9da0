local ONE, TWO = 1, 2
