-- What a delivery is known by when its worker has vanished: its entry, and its number.
local function stamp(receipt)
	return receipt
end
