package io.github.redisqueue.algorithm.queue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.JobState;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Where a page of jobs begins: the section of their state, and in it a number and an
 * anchor, as {@code pages.lua} explains. Its text is the Base64 of these with the state.
 *
 * @param section the section, 0 for the first page
 * @param number the number, possibly empty
 * @param anchor the anchor, which may be the id of a job, so any bytes
 */
record BrowseCursor(long section, String number, byte[] anchor) {

	/** A number as the server writes scores, or a position in a list. */
	private static final String NUMBER = "(?:-?\\d{1,20}(?:\\.\\d{1,25})?(?:e[+-]?\\d{1,3})?|-?inf)?";

	private static final Pattern TEXT = Pattern.compile("([A-Z]+) ([1-3]) (" + NUMBER + ") (.*)", Pattern.DOTALL);

	private static final BrowseCursor FIRST = new BrowseCursor(0, "", new byte[0]);

	/**
	 * Reads the text of a cursor.
	 * @param text the text, or null for the first page
	 * @throws IllegalArgumentException if it is not that of a page of this state
	 */
	static BrowseCursor parse(@Nullable String text, JobState state, String queue) {
		if (text == null) {
			return FIRST;
		}
		Matcher matcher;
		try {
			// A character for each byte.
			matcher = TEXT.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.ISO_8859_1));
		}
		catch (IllegalArgumentException ex) {
			throw invalid(text, state, queue);
		}
		if (!matcher.matches()) {
			throw invalid(text, state, queue);
		}
		Assert.isTrue(matcher.group(1).equals(state.name()),
				() -> "The cursor '" + LogText.shortened(text) + "' is that of a page of "
						+ LogText.shortened(matcher.group(1)) + " jobs, but the jobs of queue '" + queue
						+ "' to browse are " + state);
		return new BrowseCursor(Long.parseLong(matcher.group(2)), matcher.group(3),
				matcher.group(4).getBytes(StandardCharsets.ISO_8859_1));
	}

	static IllegalArgumentException invalid(String text, JobState state, String queue) {
		return new IllegalArgumentException("The cursor '" + LogText.shortened(text) + "' is not that of a page of "
				+ state + " jobs of queue '" + queue + "'. The first page has none; each page has that of the next");
	}

	String text(JobState state) {
		String text = state + " " + this.section + " " + this.number + " "
				+ new String(this.anchor, StandardCharsets.ISO_8859_1);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
	}

}
