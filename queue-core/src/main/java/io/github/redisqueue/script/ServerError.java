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

	private static String code(String message) {
		if (NOT_PERMITTED.stream().anyMatch(message::contains)) {
			return NOPERM;
		}
		Matcher code = CODE.matcher(IN_SCRIPT.matcher(message).replaceFirst(""));
		return code.find() ? code.group() : "";
	}

}
