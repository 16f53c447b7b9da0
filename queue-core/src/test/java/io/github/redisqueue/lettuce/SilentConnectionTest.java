package io.github.redisqueue.lettuce;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.bell.Waiter;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.ChangedTimer;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Connections that die silently: no reply comes any more, nor an end of the connection.
 */
@Timeout(180)
class SilentConnectionTest {

	private static final Duration PATIENT = Duration.ofSeconds(60);

	private static final Duration FOREVER = Duration.ofDays(1);

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	@AutoClose
	private final FaultyProxy proxy = FaultyProxy.to("127.0.0.1", this.server.port());

	private final LettuceConnectionFactory unshared = this.proxy.failingConnections(PATIENT);

	@AutoClose("destroy")
	private final Reopening connections = new Reopening(this.proxy.port(), this.unshared.getClientConfiguration());

	@AutoClose
	private final ScriptRunner scripts = runner(FOREVER);

	private AsyncWorkerQueue queue;

	@BeforeEach
	void createQueue() {
		this.unshared.setShareNativeConnection(false);
		this.queue = queue(this.scripts);
	}

	private ScriptRunner runner(Duration timeout) {
		LettuceEvaluator evaluator = new LettuceEvaluator(this.connections, this.unshared, false,
				TestThreads.connector());
		return new ScriptRunner(this.connections, evaluator, TestThreads.timer(), TestThreads.connector(), timeout);
	}

	private static WorkerQueue waiting(ScriptRunner scripts) {
		return QueueFixture.queue(QueueType.LEASE, QueueKeys.of("silent:", "orders"), QueueSettings.of("one", PATIENT),
				scripts);
	}

	private static AsyncWorkerQueue queue(ScriptRunner scripts) {
		AsyncWorkerQueue queue = waiting(scripts).async();
		await().ignoreExceptions().until(() -> done(queue.lease(1)) != null);
		return queue;
	}

	private static <T> T done(CompletableFuture<T> result) throws Exception {
		return result.get(50, TimeUnit.SECONDS);
	}

	private static Throwable failureOf(CompletableFuture<?> result) {
		return catchThrowable(() -> done(result)).getCause();
	}

	@Test
	void aConnectionThatGetsNoRepliesIsReplacedLongBeforeTheTimeout() {
		this.proxy.holdReplies();
		List<CompletableFuture<LeaseResult>> silent = Stream.generate(() -> this.queue.lease(1)).limit(5).toList();
		assertThat(silent).allSatisfy((call) -> assertThat(failureOf(call)).isInstanceOf(DataAccessException.class));
		await().ignoreExceptions().until(() -> done(this.queue.lease(1)) != null);
		assertThat(this.connections.resets()).hasValue(1);
	}

	@Test
	void theConnectionOfACallThatWasGivenUpIsReplacedToo() throws Exception {
		try (ScriptRunner impatient = runner(Duration.ofMillis(300))) {
			AsyncWorkerQueue queue = queue(impatient);
			this.proxy.holdReplies();
			assertThat(failureOf(queue.lease(1))).isInstanceOf(QueryTimeoutException.class);
			await().untilAtomic(this.connections.resets(), (resets) -> assertThat(resets).isOne());
			await().ignoreExceptions().until(() -> done(queue.lease(1)) != null);
		}
	}

	@Test
	void theConnectionOfACallThatAThreadWaitsForIsReplacedToo() {
		WorkerQueue waiting = waiting(this.scripts);
		this.proxy.holdReplies();
		assertThat(catchThrowable(waiting::counts)).isInstanceOf(DataAccessException.class);
		assertThat(this.connections.resets()).hasValue(1);
		await().ignoreExceptions().until(() -> waiting.counts().ready() == 0);
	}

	/** Says something to the server over another connection. */
	private void say(String... words) {
		CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
		Stream.of(words).forEach(arguments::add);
		this.server.commands().dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8), arguments);
	}

	@Test
	void aServerThatPausesWritesKeepsItsConnections() throws Exception {
		int before = this.proxy.accepted();
		say("PAUSE", "60000", "WRITE");
		CompletableFuture<LeaseResult> held = this.queue.lease(1);
		await().until(() -> this.proxy.accepted() > before);
		say("UNPAUSE");
		assertKeepsItsConnection(held);
	}

	@Test
	void aServerThatPausesAllClientsKeepsItsConnections() throws Exception {
		say("PAUSE", "4000", "ALL");
		assertKeepsItsConnection(this.queue.lease(1));
	}

	private void assertKeepsItsConnection(CompletableFuture<LeaseResult> held) throws Exception {
		assertThat(done(held).leases()).isEmpty();
		await().during(Duration.ofMillis(500)).until(() -> this.connections.resets().get() == 0);
	}

	@Test
	void theWaitForBellsMovesToAnotherConnection() {
		AtomicInteger gaps = new AtomicInteger();
		// The last resort never comes.
		try (ChangedTimer timer = new ChangedTimer((delay) -> (delay.toSeconds() >= 5) ? FOREVER : delay);
				Bells bells = new Bells(() -> new LettuceBellReader(this.unshared, TestThreads.connector()),
						this.scripts, timer, "silent:", Duration.ofMillis(200))) {
			bells.bell("orders").add(new Waiter() {

				@Override
				public boolean onWakeUp(int shard) {
					return true;
				}

				@Override
				public void onGap() {
					gaps.incrementAndGet();
				}

			});
			bells.bell("orders").listen();
			await().until(() -> this.proxy.accepted() == 2);
			this.proxy.holdReplies();
			await().atMost(PATIENT).untilAtomic(gaps, (heard) -> assertThat(heard).isOne());
		}
	}

	/**
	 * Replaces the connection for which a timeout is reported, as the connections of an
	 * application do.
	 */
	private static final class Reopening extends LettuceConnectionFactory {

		private final AtomicInteger resets = new AtomicInteger();

		Reopening(int port, LettuceClientConfiguration client) {
			super(new RedisStandaloneConfiguration("127.0.0.1", port), client);
			afterPropertiesSet();
			start();
		}

		AtomicInteger resets() {
			return this.resets;
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
			if (failure instanceof QueryTimeoutException) {
				this.resets.incrementAndGet();
				resetConnection();
			}
			return super.translateExceptionIfPossible(failure);
		}

	}

}
