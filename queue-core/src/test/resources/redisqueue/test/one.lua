local ONE = 1
