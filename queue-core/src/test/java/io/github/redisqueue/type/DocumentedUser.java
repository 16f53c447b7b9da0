package io.github.redisqueue.type;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A user of Redis as {@code docs/security.md} says that it should be set up.
 *
 * @param name its name
 * @param rules what follows the name in {@code ACL SETUSER}
 */
record DocumentedUser(String name, List<String> rules) {

	private static final Path PAGE = Path.of("..", "docs", "security.md");

	static DocumentedUser of(String name) {
		Matcher command = Pattern.compile("ACL SETUSER " + name + " ((?:.*\\\\\n)*.*)").matcher(page());
		if (!command.find()) {
			throw new IllegalStateException(PAGE + " sets up no user '" + name + "'");
		}
		return new DocumentedUser(name, List.of(command.group(1).replaceAll("['\\\\]", "").split("\\s+")));
	}

	private static String page() {
		try {
			return Files.readString(PAGE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The commands that it may run. */
	Stream<String> commands() {
		return this.rules.stream().filter((rule) -> rule.startsWith("+")).map((rule) -> rule.substring(1));
	}

	String password() {
		return this.rules.stream().filter((rule) -> rule.startsWith(">")).findFirst().orElseThrow().substring(1);
	}

	/** One like it that may not run a command. */
	DocumentedUser without(String command) {
		return new DocumentedUser(this.name,
				this.rules.stream().filter((rule) -> !rule.equals("+" + command)).toList());
	}

}
