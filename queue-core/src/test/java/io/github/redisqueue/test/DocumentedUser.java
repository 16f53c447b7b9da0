package io.github.redisqueue.test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

import org.springframework.util.function.ThrowingSupplier;

/**
 * A user of Redis as {@code docs/security.md} says that it should be set up, or with less
 * permissions.
 *
 * @param rules what follows the name in {@code ACL SETUSER}
 */
public record DocumentedUser(List<String> rules) {

	/** Seen from the directory of a module. */
	private static final Path PAGE = Path.of("..", "docs", "security.md");

	private static final Pattern RULE = Pattern.compile("\\([^)]*\\)|\\S+");

	/**
	 * Reads the documentation.
	 * @param name the name of the user there
	 * @return the user
	 */
	public static DocumentedUser of(String name) {
		Matcher command = Pattern.compile("ACL SETUSER " + name + " ((?:.*\\\\\n)*.*)").matcher(page());
		if (!command.find()) {
			throw new IllegalStateException(PAGE + " sets up no user '" + name + "'");
		}
		return new DocumentedUser(RULE.matcher(command.group(1).replaceAll("['\\\\]", ""))
			.results()
			.map((rule) -> rule.group().replaceAll("\\s+", " "))
			.toList());
	}

	/**
	 * Reads the documentation.
	 * @return the whole page
	 */
	public static String page() {
		return ThrowingSupplier.of(() -> Files.readString(PAGE)).get();
	}

	/**
	 * What it may do.
	 * @return the names of commands, in lower case
	 */
	public Stream<String> commands() {
		return this.rules.stream()
			.flatMap((rule) -> Stream.of(rule.split("[() ]")))
			.filter((rule) -> rule.startsWith("+"))
			.map((rule) -> rule.substring(1))
			.distinct();
	}

	/**
	 * Its password.
	 * @return the password in clear text
	 */
	public String password() {
		return this.rules.stream().filter((rule) -> rule.startsWith(">")).findFirst().orElseThrow().substring(1);
	}

	/**
	 * A user like this one who may do less.
	 * @param command the command that it may not run
	 * @return the other user
	 */
	public DocumentedUser without(String command) {
		return new DocumentedUser(this.rules.stream()
			.map((rule) -> rule.replaceAll("\\+" + command + "(?=$|[ )])", "").trim())
			.filter((rule) -> !rule.isEmpty())
			.toList());
	}

	/**
	 * This user of queues with another prefix of keys.
	 * @param prefix the prefix, instead of {@code queue:}
	 * @return the other user
	 */
	public DocumentedUser withKeyPrefix(String prefix) {
		return new DocumentedUser(this.rules.stream().map((rule) -> rule.replace("~queue:", "~" + prefix)).toList());
	}

	/**
	 * This user on a Redis Cluster.
	 * @return a user who may also do what the documentation says under "Redis Cluster"
	 */
	public DocumentedUser onCluster() {
		Matcher more = Pattern.compile("Redis Cluster needs `([^`]+)`").matcher(page());
		if (!more.find()) {
			throw new IllegalStateException(PAGE + " does not say what a Redis Cluster needs");
		}
		return new DocumentedUser(
				Stream.concat(this.rules.stream(), Stream.of(more.group(1).split(" "))).distinct().toList());
	}

	/**
	 * This user, who may also reschedule ready jobs of streams.
	 * @return a user who may also do what the documentation says about that
	 */
	public DocumentedUser reschedulingReadyJobs() {
		Matcher more = Pattern.compile("to reschedule ready jobs, a sender needs `(\\([^`]+\\))`").matcher(page());
		if (!more.find()) {
			throw new IllegalStateException(PAGE + " does not say what rescheduling ready jobs of streams needs");
		}
		return new DocumentedUser(Stream.concat(this.rules.stream(), Stream.of(more.group(1))).toList());
	}

	/**
	 * This user, who may also note events in the history of jobs.
	 * @return a user who may also do what the documentation says about that
	 */
	public DocumentedUser notingEvents() {
		Matcher more = Pattern.compile("keeps a \\[history]\\(history.md\\) needs `(\\([^`]+\\))`").matcher(page());
		if (!more.find()) {
			throw new IllegalStateException(PAGE + " does not say what a history needs");
		}
		return new DocumentedUser(Stream.concat(this.rules.stream(), Stream.of(more.group(1))).toList());
	}

	/**
	 * This user, who may also wait until replicas have what was added.
	 * @return a user who may also do what the documentation says about that
	 */
	public DocumentedUser waitingForReplicas() {
		Matcher more = Pattern.compile("with a `Durability` needs `([^`]+)`").matcher(page());
		if (!more.find()) {
			throw new IllegalStateException(PAGE + " does not say what waiting for replicas needs");
		}
		return new DocumentedUser(Stream.concat(this.rules.stream(), Stream.of(more.group(1))).toList());
	}

	/**
	 * This user on a Redis before 7.0, which knows no rules in parentheses.
	 * @return a user who may run all of its commands with all of its keys, and
	 * {@code XRANGE}
	 */
	public DocumentedUser withoutSelectors() {
		if (this.rules.stream().noneMatch((rule) -> rule.startsWith("("))) {
			return this;
		}
		return new DocumentedUser(Stream
			.concat(this.rules.stream().filter((rule) -> !rule.startsWith("(")),
					Stream.concat(commands(), Stream.of("xrange")).map((command) -> "+" + command))
			.distinct()
			.toList());
	}

	/**
	 * Sets it up.
	 * @param name how it is called there
	 * @param server commands of a user who may do everything
	 */
	public void setUp(String name, RedisCommands<String, String> server) {
		CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add(name);
		this.rules.forEach(arguments::add);
		server.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments);
	}

}
