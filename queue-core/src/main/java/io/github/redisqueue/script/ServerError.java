package io.github.redisqueue.script;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the code of an error of the server, the first word of its message. Clients wrap
 * the message in exceptions of theirs, and servers that of a command in that of the
 * script which called it, each in its own way.
 */
public final class ServerError {

	/**
	 * The user may not run a command, or not touch a key.
	 */
	public static final String NOPERM = "NOPERM";

	/** Redis 6.2 wraps the error of a command. */
	private static final Pattern IN_SCRIPT = Pattern
		.compile("^(ERR Error running script \\(call to \\w+\\): @user_script:\\d+: )?(@user_script: ?\\d+: )?-?");

	/** Redis 7 names the line behind the message as well. */
	private static final Pattern LINE = Pattern.compile("user_script: ?(\\d{1,9})");

	private static final Pattern CODE = Pattern.compile("^[A-Z]{2,}(?= )");

	/** Within a script, servers have no code for it. */
	private static final List<String> NOT_PERMITTED = List.of("The user executing the script can't",
			"ACL failure in script");

	private ServerError() {
	}

	/**
	 * The code of an error.
	 * @param failure what was thrown
	 * @return the code, or an empty text if no error of a server is among the causes
	 */
	public static String code(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			String code = (cause.getMessage() != null) ? code(cause.getMessage()) : "";
			if (!code.isEmpty()) {
				return code;
			}
		}
		return "";
	}

	/**
	 * The line of the script in which an error occurred.
	 * @param failure what was thrown
	 * @return the number of the line, or 0 if the server does not name one
	 */
	static int line(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			Matcher line = LINE.matcher((cause.getMessage() != null) ? cause.getMessage() : "");
			if (line.find()) {
				return Integer.parseInt(line.group(1));
			}
		}
		return 0;
	}

	private static String code(String message) {
		if (NOT_PERMITTED.stream().anyMatch(message::contains)) {
			return NOPERM;
		}
		Matcher code = CODE.matcher(IN_SCRIPT.matcher(message).replaceFirst(""));
		return code.find() ? code.group() : "";
	}

}
