package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.Scripts;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.Stub;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Additions that wait for their turn, while the test itself has the turns.
 */
@Timeout(180)
class AdditionGateTest extends QueueFixture {

	private static final int TURNS = 2;

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private volatile Duration timeout = TIMEOUT;

	/** Calls for several callers. */
	private final AtomicInteger started = new AtomicInteger();

	private ScriptRunner runner;

	private AdditionGate gate;

	AdditionGateTest() {
		super(QueueType.LEASE);
	}

	@BeforeEach
	void takeAllTurns() {
		this.runner = this.scripts;
		Scripts impatient = Stub.of(Scripts.class, (self, method, arguments) -> {
			this.started.addAndGet(method.getName().equals("start") ? 1 : 0);
			return method.getName().equals("timeout") ? this.timeout : method.invoke(this.runner, arguments);
		});
		Algorithm algorithm = ShardedQueue.algorithm(QueueType.LEASE, this.keys, QueueSettings.of("one", LONG),
				impatient, () -> null);
		this.gate = new AdditionGate("orders", new SenderOperations(algorithm, ""), impatient, TURNS);
		for (int i = 0; i < TURNS; i++) {
			assertThat(this.gate.enter(jobs("before", 1), AddMode.UNCHECKED)).isNull();
		}
	}

	private static Map<String, Job> jobs(String name, int count) {
		Map<String, Job> jobs = new LinkedHashMap<>();
		IntStream.range(0, count).mapToObj((i) -> job(name + "-" + i)).forEach((job) -> jobs.put(job.id(), job));
		return jobs;
	}

	private AdditionGate.Addition gather(String name, int count) {
		return this.gate.enter(jobs(name, count), AddMode.UNCHECKED);
	}

	/** A turn ends, without a call. */
	private void end() {
		this.gate.addAlone(Map.of(), AddMode.UNCHECKED);
	}

	@Test
	void whoseTimeIsOverBeforeHisTurnAddsNothing() {
		AdditionGate.Addition late = gather("late", 1);
		AdditionGate.Addition next = gather("next", 1);
		this.timeout = Duration.ofMillis(1);
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(late::await)
			.withMessageContaining("Its jobs were not added");
		this.timeout = TIMEOUT;
		end();
		assertThat(next.await()).containsExactly("next-0");
		assertThat(this.queue.counts().ready()).isEqualTo(1);
	}

	@Test
	void whoGivesUpAfterHisTurnHasComeDoesNotKnowWhatRedisDoes() {
		Caller<Set<String>> late = Caller.start(gather("late", 1)::await);
		synchronized (this.gate) {
			late.thread().interrupt();
			await().until(() -> late.thread().getState() == Thread.State.BLOCKED);
			end();
		}
		assertThat(late.failure(DataAccessResourceFailureException.class)).hasMessageContaining("is unknown");
	}

	@Test
	void whoGivesUpWhenHisTurnComesPassesItOn() {
		Caller<Set<String>> first = Caller.start(gather("first", 700)::await);
		AdditionGate.Addition next = gather("next", 1);
		synchronized (this.gate) {
			first.thread().interrupt();
			await().until(() -> first.thread().getState() == Thread.State.BLOCKED);
			end();
		}
		assertThat(first.failure(DataAccessResourceFailureException.class)).hasMessageContaining("not added");
		assertThat(next.await()).containsExactly("next-0");
		assertThat(this.queue.find("first-0")).isEmpty();
	}

	@Test
	void aLostReplyConcernsThoseWhoseJobsWereInItsCallOnly() {
		try (FaultyProxy proxy = this.redis.proxyFor(key("jobs"))) {
			this.runner = Form.LETTUCE.scripts(proxy.failingConnections(PATIENCE));
			// This opens the connection.
			this.gate.addAlone(jobs("first", 1), AddMode.UNCHECKED);
			this.gate.enter(Map.of(), AddMode.UNCHECKED);
			List<Caller<Set<String>>> together = Stream.of("a", "b", "c")
				.map((name) -> Caller.start(gather(name, 1)::await))
				.toList();
			proxy.dropNextReply();
			end();
			assertThat(together).extracting((caller) -> caller.failure(DataAccessException.class))
				.doesNotHaveDuplicates();
			assertThat(this.started).as("what may have run is not repeated").hasValue(1);
			assertThat(this.queue.counts().ready()).isEqualTo(1 + 3);
			assertThat(gather("later", 1)).as("what waits for a turn").isNull();
			await().ignoreExceptions()
				.until(() -> this.gate.addAlone(jobs("later", 1), AddMode.UNCHECKED), Set.of("later-0")::equals);
		}
	}

	@Test
	void theJobsOfACallerAreDividedAsIfHeWereAlone() {
		List<Caller<Set<String>>> callers = Stream.of(300, 300, 700)
			.map((count) -> Caller.start(gather(UUID.randomUUID().toString(), count)::await))
			.toList();
		end();
		assertThat(callers).extracting((caller) -> caller.get().size()).containsExactly(300, 300, 700);
		assertThat(this.started).as("calls that nobody makes himself").hasValue(2);
	}

}
