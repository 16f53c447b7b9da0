package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;

/**
 * One Redis server or several, that a campaign has for itself.
 */
interface Servers extends AutoCloseable {

	List<String> WORKERS = List.of("worker-1", "worker-2", "worker-3");

	/** The names of processes that clean, but handle no jobs. */
	List<String> CLEANERS = List.of("cleaner-1", "cleaner-2");

	/** The name of the client that sends, counts and looks. */
	String CAMPAIGN = "campaign";

	String HOST = "127.0.0.1";

	/** How long leases last, as a rule. */
	Duration LEASE_TIME = Duration.ofSeconds(1);

	/** Talks to servers directly, not as the queues do. */
	RedisClient DIRECT = RedisClient.create();

	static List<String> clients() {
		return Stream.concat(WORKERS.stream(), Stream.of(CAMPAIGN)).toList();
	}

	/** Asks the server of a port over a connection for that alone. */
	static <T> T ask(int port, Function<RedisCommands<String, String>, T> question) {
		RedisURI uri = RedisURI.builder().withHost(HOST).withPort(port).withTimeout(Duration.ofSeconds(20)).build();
		try (StatefulRedisConnection<String, String> connection = DIRECT.connect(uri)) {
			return question.apply(connection.sync());
		}
	}

	/** Waits until something holds of servers, which may close connections meanwhile. */
	static void await(Callable<Boolean> condition) {
		Awaitility.await()
			.ignoreExceptions()
			.pollInterval(Duration.ofMillis(50))
			.atMost(Duration.ofSeconds(60))
			.until(condition);
	}

	default List<String> processes() {
		return WORKERS;
	}

	/** How a client connects, and what else it is told. */
	Map<String, String> connection(String client);

	default Duration leaseTime() {
		return LEASE_TIME;
	}

	default Duration callTimeout() {
		return leaseTime().multipliedBy(2);
	}

	/** Asks each server that holds data of its own. */
	<T> List<T> ask(Function<RedisCommands<String, String>, T> question);

	default List<String> lastingKeys(String queue) {
		Pattern ours = Pattern.compile(Pattern.quote(CampaignQueues.KEY_PREFIX + "{" + queue) + "(/\\d+)?\\}:.*",
				Pattern.DOTALL);
		return ask((commands) -> keys(commands).stream()
			.filter((key) -> ours.matcher(key).matches() && commands.pttl(key) == -1)
			.map((key) -> key.substring(key.indexOf("}:") + 2))
			.toList()).stream().flatMap(List::stream).sorted().toList();
	}

	/**
	 * Deletes what is left of jobs, so that the next cell finds none of it. Token
	 * counters and settings stay, as workers rely on them.
	 */
	default void deleteLeftovers() {
		ask((commands) -> keys(commands).stream()
			.filter((key) -> !key.matches("(?s).*\\}:(token|type|shards|stream)"))
			.mapToLong(commands::del)
			.sum());
	}

	static List<String> keys(RedisCommands<String, String> commands) {
		List<String> keys = new ArrayList<>();
		ScanIterator.scan(commands, KeyScanArgs.Builder.matches(CampaignQueues.KEY_PREFIX + "*").limit(1000))
			.forEachRemaining(keys::add);
		return keys;
	}

	@Override
	void close();

}
