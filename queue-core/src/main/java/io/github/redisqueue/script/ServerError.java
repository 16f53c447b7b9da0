package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the code of a server error, which is the first word of its message. Clients wrap
 * the message in their own exceptions. Servers wrap the message of a failed command in
 * that of the script that called it, in ways that differ by version.
 */
public final class ServerError {

	/**
	 * The user has no permission to run a command or to access a key.
	 */
	public static final String NOPERM = "NOPERM";

	/** A key holds a value of another type than the command needs. */
	public static final String WRONGTYPE = "WRONGTYPE";

	/** For how long a call is repeated that the server refuses for the moment. */
	public static final Duration RETRY_WINDOW = Duration.ofSeconds(2);

	/** The codes of what a server refuses for the moment. */
	private static final Set<String> TEMPORARY = Set.of("TRYAGAIN", "ASK", "MOVED", "CLUSTERDOWN", "LOADING", "BUSY",
			"READONLY", "MASTERDOWN", "NOREPLICAS");

	/**
	 * The text that servers put before the error of a command, by version and by how the
	 * script raises it.
	 */
	private static final Pattern IN_SCRIPT = Pattern.compile(
			"^(ERR Error running script \\(call to \\w+\\): @user_script:\\d+: )?((ERR )?@?user_script: ?\\d+: )?-?");

	/** The line of the script. Redis 7 names it behind the message too. */
	private static final Pattern LINE = Pattern.compile("user_script: ?(\\d{1,9})");

	private static final Pattern CODE = Pattern.compile("^[A-Z]{2,}(?= )");

	/** Texts of errors in scripts for which servers send no code. */
	private static final List<String> NOT_PERMITTED = List.of("The user executing the script can't",
			"ACL failure in script");

	private ServerError() {
	}

	/** The code of an error, empty if neither the exception nor its causes have one. */
	public static String code(Throwable failure) {
		return messages(failure).map(ServerError::code).filter((code) -> !code.isEmpty()).findFirst().orElse("");
	}

	/** Whether the server has only refused a call for the moment. */
	public static boolean isTemporary(Throwable failure) {
		return TEMPORARY.contains(code(failure));
	}

	/** The line of the script in which an error occurred, 0 if the server names none. */
	static int line(Throwable failure) {
		return messages(failure).map(LINE::matcher)
			.filter(Matcher::find)
			.mapToInt((line) -> Integer.parseInt(line.group(1)))
			.findFirst()
			.orElse(0);
	}

	private static Stream<String> messages(Throwable failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.map(Throwable::getMessage)
			.filter(Objects::nonNull);
	}

	private static String code(String message) {
		if (NOT_PERMITTED.stream().anyMatch(message::contains)) {
			return NOPERM;
		}
		Matcher code = CODE.matcher(IN_SCRIPT.matcher(message).replaceFirst(""));
		return code.find() ? code.group() : "";
	}

}
