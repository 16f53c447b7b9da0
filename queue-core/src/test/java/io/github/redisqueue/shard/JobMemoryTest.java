package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much memory of the server a job takes, by the type of its queue, its state and the
 * size of its payload. Prints a table, in the form in which it is in docs/sizing.md.
 */
@Tag("measurement")
class JobMemoryTest {

	/** Fills hash tables, whose size is a power of two, to three quarters. */
	private static final int JOBS = 25_000;

	private static final List<Integer> SIZES = List.of(100, 1024, 10 * 1024);

	private static final int GROUPS = 1000;

	private static final Map<String, String> HEADERS = Map.of("tenant", "tenant-4711", "traceparent",
			"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

	@ParameterizedTest
	@EnumSource
	void isLittleMoreThanItsPayload(QueueType type) {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory connections = server.connections(Duration.ofMinutes(1));
			RedisCommands<String, String> admin = server.commands();
			QueueKeys keys = QueueKeys.of("queue:", "orders");
			WorkerQueue queue = QueueFixture.queue(type, keys,
					QueueSettings.builder("worker", Duration.ofHours(1))
						.maxDeadLetters(JOBS)
						.groups(Groups.of(1))
						.build(),
					new ScriptRunner(connections));
			for (State state : State.values()) {
				List<Long> bytes = SIZES.stream().map((size) -> measure(queue, state, size, admin)).toList();
				System.out.printf("| `%s` | %s | %s |%n", type.name().toLowerCase(), state.text,
						bytes.stream().map(String::valueOf).collect(Collectors.joining(" | ")));
				assertThat(IntStream.range(0, SIZES.size())).as(state.text)
					.allMatch((i) -> bytes.get(i) > SIZES.get(i) && bytes.get(i) < SIZES.get(i) * 3 / 2 + 6000);
			}
		}
	}

	/** How many bytes each job takes. The first jobs load the scripts. */
	private static long measure(WorkerQueue queue, State state, int size, RedisCommands<String, String> admin) {
		fill(queue, state, size, 1);
		admin.flushall();
		long before = used(admin);
		fill(queue, state, size, JOBS);
		assertThat(state.count(queue.counts())).isEqualTo(JOBS);
		return (used(admin) - before) / JOBS;
	}

	private static void fill(WorkerQueue queue, State state, int size, int count) {
		byte[] payload = new byte[size];
		List<Job> jobs = Stream.generate(() -> Job.of(payload)).limit(count).map(state.change).toList();
		List<Job> changed = new ArrayList<>(jobs);
		if (state == State.WAITING) {
			changed.replaceAll((job) -> job.withGroup("customer-" + job.id().hashCode() % GROUPS));
		}
		queue.add(changed);
		if (state == State.LEASED || state == State.DEAD) {
			List<Lease> leases = QueueFixture.leaseAll(queue);
			if (state == State.DEAD) {
				Cause cause = Cause.of(Cause.Reason.FAILURES, new IllegalStateException("The payment timed out"), 4096);
				queue.bury(QueueFixture.each(leases, cause));
			}
		}
	}

	/** The buffers of connections are freed before, since they count as well. */
	private static long used(RedisCommands<String, String> admin) {
		admin.clientKill(KillArgs.Builder.typeNormal().skipme());
		return admin.info("memory")
			.lines()
			.filter((line) -> line.startsWith("used_memory:"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
			.sum();
	}

	private enum State {

		READY("ready"),

		HEADERS("ready, two headers", (job) -> job.withHeaders(JobMemoryTest.HEADERS)),

		DELAYED("delayed", (job) -> job.withDelay(Duration.ofDays(1))),

		LEASED("leased"),

		WAITING("in one of 1000 groups, nearly all waiting"),

		DEAD("dead letter with a stack trace of 4096 characters");

		private final String text;

		private final UnaryOperator<Job> change;

		State(String text) {
			this(text, UnaryOperator.identity());
		}

		State(String text, UnaryOperator<Job> change) {
			this.text = text;
			this.change = change;
		}

		long count(QueueCounts counts) {
			return switch (this) {
				case READY, HEADERS -> counts.ready();
				case DELAYED -> counts.delayed();
				case LEASED -> counts.leased();
				case WAITING -> counts.ready() + counts.waiting();
				case DEAD -> counts.dead();
			};
		}

	}

}
