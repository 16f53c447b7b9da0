package io.github.redisqueue;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Text from jobs, as it is written to logs. The ids of jobs and the messages of
 * exceptions come from the senders of jobs, so they may contain line feeds, which could
 * forge log lines, and be of any length.
 */
public final class LogText {

	private static final int MAX_LENGTH = 500;

	private static final int MAX_IDS = 5;

	private LogText() {
	}

	/**
	 * Escapes characters that a log must not contain as they are: control characters,
	 * separators of lines, invisible characters such as those that change the direction
	 * of writing, and lone surrogates. A line feed becomes {@code \n}, others become
	 * {@code \}{@code u} and four hexadecimal digits. A backslash stays as it is.
	 * @param text the text
	 * @return the text without such characters
	 */
	public static String of(String text) {
		// Nearly all texts; an id is escaped for each job that is handled.
		return (isPlain(text) || text.codePoints().allMatch(LogText::isPrintable)) ? text
				: text.codePoints().mapToObj(LogText::escaped).collect(Collectors.joining());
	}

	private static boolean isPlain(String text) {
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			if (character < ' ' || character > '~') {
				return false;
			}
		}
		return true;
	}

	private static boolean isPrintable(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
					Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

	private static String escaped(int character) {
		return switch (character) {
			case '\n' -> "\\n";
			case '\r' -> "\\r";
			case '\t' -> "\\t";
			default -> isPrintable(character) ? Character.toString(character)
					: Character.toString(character)
						.chars()
						.mapToObj((unit) -> String.format("\\u%04x", unit))
						.collect(Collectors.joining());
		};
	}

	/**
	 * {@return a text without such characters, and without what follows its first 500
	 * characters}
	 * @param text the text
	 */
	public static String shortened(String text) {
		return (text.length() <= MAX_LENGTH) ? of(text)
				: of(text.substring(0, MAX_LENGTH)) + "... (" + text.length() + " characters)";
	}

	/**
	 * {@return the first few of many ids in quotation marks, escaped and shortened, and
	 * the number of the others}
	 * @param ids the ids
	 */
	public static String ids(Collection<String> ids) {
		String named = ids.stream()
			.limit(MAX_IDS)
			.map((id) -> "'" + shortened(id) + "'")
			.collect(Collectors.joining(", "));
		return (ids.size() <= MAX_IDS) ? named : named + " and " + (ids.size() - MAX_IDS) + " more";
	}

}
