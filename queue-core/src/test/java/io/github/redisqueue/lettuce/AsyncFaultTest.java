package io.github.redisqueue.lettuce;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * What happens to the asynchronous operations of a worker when replies are lost, late or
 * doubled, and when connections break.
 */
@Timeout(180)
class AsyncFaultTest extends QueueFixture {

	private static final Duration PATIENT = Duration.ofSeconds(60);

	/** For calls of which it is known that they get no answer in time. */
	private static final Duration IMPATIENT = Duration.ofMillis(300);

	private final Queue<String> connecting = new ConcurrentLinkedQueue<>();

	@AutoClose
	private FaultyProxy proxy;

	private LettuceConnectionFactory connections;

	AsyncFaultTest() {
		super(QueueType.LEASE);
	}

	@BeforeEach
	void startProxy() {
		this.proxy = this.redis.proxyFor(key("jobs"));
		this.connections = this.proxy.failingConnections(PATIENT);
	}

	private AsyncWorkerQueue queue(Duration timeout) {
		return create(QueueSettings.of("worker", LONG), runner(timeout)).async();
	}

	private ScriptRunner runner(Duration timeout) {
		RedisConnectionFactory recorded = Stub.of(RedisConnectionFactory.class, (self, method, arguments) -> {
			if (method.getName().equals("getConnection")) {
				this.connecting.add(Thread.currentThread().getName());
			}
			return method.invoke(this.connections, arguments);
		});
		return new ScriptRunner(recorded, new LettuceEvaluator(recorded, recorded, false, TestThreads.connector()),
				TestThreads.timer(), TestThreads.connector(), timeout);
	}

	private static <T> T done(CompletableFuture<T> result) throws Exception {
		return result.get(50, TimeUnit.SECONDS);
	}

	private static Throwable failureOf(CompletableFuture<?> result) {
		Throwable thrown = catchThrowable(() -> done(result));
		assertThat(thrown).isInstanceOf(ExecutionException.class);
		return thrown.getCause();
	}

	/** A connection has to be there before replies are held back. */
	private AsyncWorkerQueue connected(Duration timeout) {
		AsyncWorkerQueue queue = queue(timeout);
		await().ignoreExceptions().until(() -> done(queue.lease(1)) != null);
		return queue;
	}

	@Test
	void callsFailAsDocumentedWhileTheConnectionsAreStopped() {
		ScriptRunner lettuce = runner(PATIENT);
		this.connections.stop();
		for (ScriptRunner runner : List.of(lettuce, new ScriptRunner(this.connections))) {
			WorkerQueue queue = create(QueueSettings.of("worker", LONG), runner);
			assertThat(catchThrowable(() -> queue.add(List.of(Job.of(new byte[0])))))
				.isInstanceOf(DataAccessException.class);
			assertThat(failureOf(queue.async().lease(1))).isInstanceOf(DataAccessException.class);
			assertThat(catchThrowable(() -> queue.add(List.of(Job.of(new byte[0])), AddMode.UNCHECKED,
					Durability.replicas(1, Duration.ofSeconds(1)))))
				.isInstanceOf(DataAccessException.class);
		}
	}

	@Test
	void aLeaseThatComesTooLateIsReleased() throws Exception {
		AsyncWorkerQueue queue = connected(IMPATIENT);
		add("a");
		this.proxy.holdReplies();
		CompletableFuture<LeaseResult> late = queue.lease(1);
		assertThat(failureOf(late)).isInstanceOf(QueryTimeoutException.class);
		assertThat(this.queue.counts().leased()).isOne();
		this.proxy.releaseReplies();
		await().until(() -> this.queue.counts().ready() == 1);
		Lease lease = lease();
		assertThat(List.of(lease.crashes(), lease.failures())).containsExactly(0, 0);
	}

	@Test
	void whatAnInterruptedThreadLeasesTooLateIsReleasedToo() throws Exception {
		WorkerQueue queue = create(QueueSettings.of("worker", LONG), runner(PATIENT));
		await().ignoreExceptions().until(() -> queue.lease(1) != null);
		add("a");
		this.proxy.holdReplies();
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		Thread waiting = new Thread(() -> failure.complete(catchThrowable(() -> queue.lease(1))));
		waiting.start();
		await().until(() -> this.queue.counts().leased() == 1);
		waiting.interrupt();
		assertThat(done(failure)).isInstanceOf(DataAccessException.class).hasMessageContaining("interrupted");
		this.proxy.releaseReplies();
		await().until(() -> this.queue.counts().ready() == 1);
	}

	@Test
	void whatAPollLeasesTooLateIsReleasedToo() throws Exception {
		AsyncWorkerQueue queue = connected(IMPATIENT);
		add("a");
		this.proxy.holdReplies();
		assertThat(failureOf(queue.poll(1, LONG))).isInstanceOf(QueryTimeoutException.class);
		this.proxy.releaseReplies();
		await().until(() -> this.queue.counts().ready() == 1);
	}

	@Test
	void aCallUnderWayFailsWithItsConnection() throws Exception {
		AsyncWorkerQueue queue = connected(PATIENT);
		this.proxy.holdReplies();
		CompletableFuture<LeaseResult> underWay = queue.lease(1);
		assertThat(underWay).isNotDone();
		this.proxy.cut();
		assertThat(underWay.handle((result, failure) -> failure).get(20, TimeUnit.SECONDS))
			.isInstanceOf(DataAccessException.class);
		await().ignoreExceptions().until(() -> done(queue.lease(1)) != null);
	}

	@Test
	void whileTheServerIsAwayCallsFailAndAfterwardsTheySucceed() throws Exception {
		AsyncWorkerQueue queue = connected(PATIENT);
		this.proxy.refuse();
		for (int i = 0; i < 20; i++) {
			assertThat(failureOf(queue.lease(1))).isInstanceOf(DataAccessException.class);
		}
		this.proxy.accept();
		await().ignoreExceptions().until(() -> done(queue.lease(1)) != null);
	}

	@Test
	void connectionsAreOpenedByTheConnectorOnly() throws Exception {
		AsyncWorkerQueue queue = connected(PATIENT);
		this.proxy.holdReplies();
		// Whatever thread ends the first call begins the second.
		CompletableFuture<LeaseResult> second = queue.lease(1)
			.handle((result, failure) -> failure)
			.thenCompose((ex) -> {
				assertThat(ex).isInstanceOf(DataAccessException.class);
				return queue.lease(1);
			});
		this.connections.resetConnection();
		assertThat(done(second)).isNotNull();
		assertThat(this.connecting).hasSizeGreaterThan(1).containsOnly(TestThreads.CONNECTOR_NAME);
	}

	@Test
	void callsThatComeWhileAConnectionIsOpenedShareIt() throws Exception {
		AsyncWorkerQueue queue = connected(PATIENT);
		this.connecting.clear();
		this.connections.resetConnection();
		List<CompletableFuture<LeaseResult>> calls = Stream.generate(() -> queue.lease(1)).limit(20).toList();
		for (CompletableFuture<LeaseResult> call : calls) {
			assertThat(done(call)).isNotNull();
		}
		assertThat(this.connecting).hasSizeLessThan(20);
	}

}
