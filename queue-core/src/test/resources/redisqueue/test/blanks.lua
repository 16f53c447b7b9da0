-- blanks: a script for tests
local text = 'a = b, \' + c' .. "it's, (so)"
local number = 1 .. 2 - 3 - -4 * #text
return { text, number ~= 0 and text == number or not (text) }
