-- What a lease is known by when its worker has vanished: its token.
local function stamp(receipt)
	return string.match(receipt, '^%d+')
end
