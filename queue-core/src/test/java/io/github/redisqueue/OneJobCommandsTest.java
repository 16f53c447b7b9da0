package io.github.redisqueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
 * What one plain job costs the server: the commands to add, to lease and to complete it,
 * with those in scripts, and the bytes that it receives for the two latter. The wait for
 * the bell is one command more. Each is some microseconds, which nobody would see in the
 * noise of a benchmark.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class OneJobCommandsTest {

	private static final Pattern CALLS = Pattern
		.compile("cmdstat_(?!info|config|hello|client)[^:|]+[^:]*:calls=(\\d+)");

	private static final Pattern BYTES = Pattern.compile("total_net_input_bytes:(\\d+)");

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(30));

	private final RedisCommands<String, String> commands = this.server.commands();

	@ParameterizedTest
	@CsvSource({ "LEASE, UNCHECKED, 5, 8, 5", "LEASE, IF_ABSENT, 5, 8, 5", "STREAM, UNCHECKED, 5, 6, 7",
			"STREAM, IF_ABSENT, 5, 6, 7", "LIST, UNCHECKED, 5, 9, 4", "LIST, IF_ABSENT, 5, 9, 4",
			"DELAYED, UNCHECKED, 6, 8, 4", "DELAYED, IF_ABSENT, 6, 8, 4" })
	void ofTheOnlyJob(QueueType type, AddMode mode, int add, int lease, int complete) {
		assertThat(costs(queue(type), mode)).extracting(Cost::commands).containsExactly(add, lease, complete);
	}

	@ParameterizedTest
	@CsvSource({ "LEASE, 8, 8, 7", "STREAM, 8, 6, 7", "LIST, 9, 12, 6", "DELAYED, 10, 8, 6" })
	void ofAJobBesideALeasedOne(QueueType type, int add, int lease, int complete) {
		WorkerQueue queue = queue(type);
		queue.add(QueueFixture.job("beside"));
		assertThat(queue.lease(1).leases()).hasSize(1);
		this.commands.del(QueueKeys.bell("queue:", queue.name()));
		assertThat(costs(queue, AddMode.IF_ABSENT)).extracting(Cost::commands).containsExactly(add, lease, complete);
	}

	/** Its payload is not read once more. */
	@ParameterizedTest
	@CsvSource({ "LIST, 6", "DELAYED, 6" })
	void ofTheEndOfTheOnlyJobIfItIsLarge(QueueType type, int complete) {
		WorkerQueue queue = queue(type);
		costs(queue, AddMode.IF_ABSENT);
		queue.add(Job.of("large", new byte[5000]));
		List<Lease> leases = queue.lease(1).leases();
		assertThat(costOf(() -> queue.complete(leases)).commands()).isEqualTo(complete);
	}

	/** Those that stay keep their order, the oldest at the tail. */
	@ParameterizedTest
	@CsvSource({ "LEASE, 14", "LIST, 12" })
	void ofTheEndOfManyJobsAmongWhichAFewStay(QueueType type, int complete) {
		WorkerQueue queue = queue(type);
		queue.add(IntStream.range(0, 60).mapToObj((i) -> QueueFixture.job("" + i)).toList());
		List<Lease> leases = new ArrayList<>(queue.lease(60).leases());
		List<String> staying = Stream.of(58, 41, 40, 7, 0).map((i) -> leases.remove((int) i).id()).toList();
		Collections.shuffle(leases);
		assertThat(costOf(() -> queue.complete(leases)).commands()).isEqualTo(complete);
		List<String> lists = this.commands.keys("queue:*:processing*");
		assertThat(lists).hasSize(1);
		assertThat(this.commands.lrange(lists.get(0), 0, -1)).isEqualTo(staying);
	}

	@ParameterizedTest
	@CsvSource({ "LEASE, 331, 240", "STREAM, 331, 254", "LIST, 385, 308", "DELAYED, 331, 245" })
	void inBytesToTheServer(QueueType type, int lease, int complete) {
		List<Cost> costs = costs(queue(type), AddMode.UNCHECKED);
		assertThat(costs.subList(1, 3)).extracting(Cost::bytes).containsExactly(lease, complete);
	}

	private WorkerQueue queue(QueueType type) {
		this.commands.flushall();
		return QueueFixture.queue(type, QueueKeys.of("queue:", "orders"),
				QueueSettings.of("one", Duration.ofMinutes(1)), this.connections);
	}

	/** The costs to add, to lease and to complete one job behind another one. */
	private List<Cost> costs(WorkerQueue queue, AddMode mode) {
		costsOfOne(queue, mode);
		return costsOfOne(queue, mode);
	}

	private List<Cost> costsOfOne(WorkerQueue queue, AddMode mode) {
		Job job = QueueFixture.job(UUID.randomUUID().toString());
		Cost add = costOf(() -> assertThat(queue.add(List.of(job), mode)).hasSize(1));
		assertThat(this.commands.blpop(10, QueueKeys.bell("queue:", queue.name()))).isNotNull();
		List<Lease> leases = new ArrayList<>();
		Cost lease = costOf(() -> leases.addAll(queue.lease(10).leases()));
		Cost complete = costOf(() -> assertThat(queue.complete(leases)).hasSize(1));
		return List.of(add, lease, complete);
	}

	private Cost costOf(Runnable call) {
		this.commands.configResetstat();
		int bytesOfTheQuestion = sum(BYTES, this.commands.info("all"));
		this.commands.configResetstat();
		call.run();
		String info = this.commands.info("all");
		return new Cost(sum(CALLS, info), sum(BYTES, info) - bytesOfTheQuestion);
	}

	private static int sum(Pattern pattern, String info) {
		return pattern.matcher(info).results().mapToInt((found) -> Integer.parseInt(found.group(1))).sum();
	}

	private record Cost(int commands, int bytes) {
	}

}
