-- include lib/obstacles
-- include lib/pages
-- include lib/shown_jobs
-- The reply to browse: 0; 1 if the queue is paused and that keeps such jobs from being leased, else 0; the same for the limit
-- of rate, and for that of leased jobs; the cursor of the next page, see browse_sections; then what show_jobs adds.
local function page_reply(keys, page, sections, count_leased)
	local section, number, anchor = browse_sections(page, sections)
	local paused, is_rate, is_leased = obstacles(keys, page.state, count_leased)
	return show_jobs(keys, { 0, paused, is_rate, is_leased, section, number, anchor }, page.state, page.jobs)
end
