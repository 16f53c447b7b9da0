package io.github.redisqueue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many commands one plain job costs the server from its addition to its end, those in
 * scripts and the wait for the bell included. Each is some microseconds, which nobody
 * would see in the noise of a benchmark.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class OneJobCommandsTest {

	private static final Pattern CALLS = Pattern.compile("cmdstat_([^:|]+)[^:]*:calls=(\\d+)");

	private static final Set<String> OF_THE_TEST = Set.of("info", "config", "hello", "client");

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(30));

	private final RedisCommands<String, String> commands = this.server.commands();

	@ParameterizedTest
	@CsvSource({ "LEASE, UNCHECKED, 21", "LEASE, IF_ABSENT, 21", "STREAM, UNCHECKED, 19", "STREAM, IF_ABSENT, 19",
			"LIST, UNCHECKED, 22", "LIST, IF_ABSENT, 22", "DELAYED, UNCHECKED, 21", "DELAYED, IF_ABSENT, 21" })
	void ofAJobInAnIdleQueue(QueueType type, AddMode mode, int expected) {
		WorkerQueue queue = queue(type, mode);
		run(queue, mode, "first");
		Map<String, Long> counts = countsOf(queue, mode);
		// A worker of a list queue shows once a second that it lives, which costs a
		// command more.
		while (counts.containsKey("pexpire")) {
			counts = countsOf(queue, mode);
		}
		assertThat(counts.values().stream().mapToLong(Long::longValue).sum()).as("%s", counts).isEqualTo(expected);
	}

	private Map<String, Long> countsOf(WorkerQueue queue, AddMode mode) {
		this.commands.configResetstat();
		run(queue, mode, UUID.randomUUID().toString());
		return counts();
	}

	private WorkerQueue queue(QueueType type, AddMode mode) {
		QueueKeys keys = QueueKeys.of("queue:", type.name() + mode.name());
		return QueueFixture.queue(type, keys, QueueSettings.of("one", Duration.ofMinutes(1)), this.connections);
	}

	private void run(WorkerQueue queue, AddMode mode, String id) {
		queue.add(List.of(QueueFixture.job(id)), mode);
		assertThat(this.commands.blpop(10, QueueKeys.bell("queue:", queue.name()))).isNotNull();
		List<Lease> leases = queue.lease(10).leases();
		assertThat(queue.complete(leases)).hasSize(1);
	}

	private Map<String, Long> counts() {
		return CALLS.matcher(this.commands.info("commandstats"))
			.results()
			.filter((calls) -> !OF_THE_TEST.contains(calls.group(1)))
			.collect(Collectors.toMap((calls) -> calls.group(1), (calls) -> Long.valueOf(calls.group(2)), Long::sum,
					TreeMap::new));
	}

}
