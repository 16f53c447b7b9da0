package io.github.redisqueue.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.RecordedEvaluator.Sent;
import io.github.redisqueue.test.ManualTimer;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Operations that nobody waits for, with an evaluator in the hands of the test: whatever
 * becomes of their calls, they end.
 */
@Timeout(180)
class OperationRunTest {

	private static final Duration PATIENT = Duration.ofSeconds(20);

	private static final Duration IMPATIENT = Duration.ofMillis(30);

	private static final Script SCRIPT = Script.load("lease/counts");

	private final RecordedEvaluator evaluator = new RecordedEvaluator();

	private final List<Long> late = new ArrayList<>();

	private ScriptRunner runner(Duration timeout) {
		return runner(timeout, TestThreads.connector());
	}

	private ScriptRunner runner(Duration timeout, Executor background) {
		return new ScriptRunner(new LettuceConnectionFactory(), this.evaluator, TestThreads.timer(), background,
				timeout);
	}

	/** Adds up the numbers in its replies. */
	private Operation<Long> adding(int steps) {
		List<Long> numbers = new ArrayList<>();
		return new Operation<>(Lane.SETTLE, IntStream.range(0, steps)
			.mapToObj((i) -> new Step(SCRIPT, new Call("orders").key("key"), (reply) -> numbers.add(reply.number(0))))
			.iterator(), () -> numbers.stream().mapToLong(Long::longValue).sum()).late(this.late::add);
	}

	private static Throwable failureOf(CompletableFuture<?> result) {
		Throwable thrown = catchThrowable(() -> result.get(20, TimeUnit.SECONDS));
		assertThat(thrown).isInstanceOf(ExecutionException.class);
		return thrown.getCause();
	}

	@Test
	void oneCallIsUnderWayAtATime() throws Exception {
		CompletableFuture<Long> result = runner(PATIENT).start(adding(3));
		for (int i = 1; i <= 3; i++) {
			Sent sent = this.evaluator.next();
			assertThat(this.evaluator.isQuiet()).isTrue();
			assertThat(result).isNotDone();
			sent.with(i);
		}
		assertThat(result).isCompletedWithValue(6L);
		assertThat(this.evaluator.isQuiet()).isTrue();
	}

	@Test
	void aScriptThatTheServerDoesNotKnowIsSentByItsSource() throws Exception {
		CompletableFuture<Long> result = runner(PATIENT).start(adding(1));
		this.evaluator.next().fail("NOSCRIPT No matching script");
		Sent second = this.evaluator.next();
		assertThat(second.bySource()).isTrue();
		second.with(7);
		assertThat(result.get()).isEqualTo(7);
	}

	@ParameterizedTest
	@ValueSource(strings = { "READONLY You can't write", "LOADING Redis is loading", "BUSY Redis is busy",
			"CLUSTERDOWN The cluster is down", "TRYAGAIN Multiple keys" })
	void aCallThatIsRefusedForAMomentIsRepeatedByTheTimer(String refusal) throws Exception {
		CompletableFuture<Long> result = runner(PATIENT).start(adding(1));
		this.evaluator.next().fail(refusal);
		Sent second = this.evaluator.next();
		assertThat(second.thread()).isEqualTo(TestThreads.TIMER_NAME);
		second.fail(refusal);
		this.evaluator.next().with(7);
		assertThat(result.get()).isEqualTo(7);
	}

	@Test
	void whatIsRefusedForGoodIsExplained() throws Exception {
		CompletableFuture<Long> result = runner(PATIENT).start(adding(2));
		this.evaluator.next().fail("NOPERM this user has no permissions");
		assertThat(failureOf(result)).isInstanceOf(PermissionDeniedDataAccessException.class)
			.hasMessageContainingAll("orders", "docs/security.md");
		assertThat(this.evaluator.isQuiet()).isTrue();
	}

	@Test
	void aReplyThatIsLostIsATimeout() throws Exception {
		CompletableFuture<Long> result = runner(IMPATIENT).start(adding(2));
		this.evaluator.next();
		assertThat(failureOf(result)).isInstanceOf(QueryTimeoutException.class).hasMessageContainingAll("orders");
		assertThat(this.evaluator.isQuiet()).as("nothing is sent after it").isTrue();
	}

	@Test
	void afterALateReplyNoMoreIsSent() throws Exception {
		CompletableFuture<Long> result = runner(IMPATIENT).start(adding(2));
		Sent sent = this.evaluator.next();
		failureOf(result);
		sent.with(7);
		assertThat(this.evaluator.isQuiet()).isTrue();
		assertThat(this.late).as("there is no result").isEmpty();
	}

	@Test
	void aFailureThatIsLateChangesNothing() throws Exception {
		CompletableFuture<Long> result = runner(IMPATIENT).start(adding(1));
		Sent sent = this.evaluator.next();
		failureOf(result);
		sent.fail("READONLY You can't write");
		assertThat(this.evaluator.isQuiet()).isTrue();
		assertThat(failureOf(result)).isInstanceOf(QueryTimeoutException.class);
	}

	@Test
	void anOperationEndsInTimeThoughTheBackgroundIsBlocked() throws Exception {
		CompletableFuture<Long> lost = runner(IMPATIENT, (task) -> {
		}).start(adding(1));
		this.evaluator.next();
		assertThat(failureOf(lost)).isInstanceOf(QueryTimeoutException.class);
		CompletableFuture<Long> failed = runner(IMPATIENT, (task) -> {
		}).start(adding(1));
		this.evaluator.next().fail("ERR whatever");
		assertThat(failureOf(failed)).isInstanceOf(QueryTimeoutException.class);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aConnectionOnWhichACallIsSlowIsReplacedUnlessAnotherCallGetsAReply(boolean anotherIsReplied) throws Exception {
		AtomicInteger replaced = new AtomicInteger();
		LettuceConnectionFactory connections = new LettuceConnectionFactory() {

			@Override
			public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
				replaced.addAndGet((failure instanceof QueryTimeoutException) ? 1 : 0);
				return super.translateExceptionIfPossible(failure);
			}

		};
		ManualTimer timer = new ManualTimer();
		ScriptRunner runner = new ScriptRunner(connections, this.evaluator, timer, Runnable::run, PATIENT);
		this.evaluator.replyElsewhere();
		runner.start(adding(1));
		this.evaluator.next();
		timer.advance(SilenceWatch.PATIENCE);
		runner.start(adding(1));
		Sent another = this.evaluator.next();
		if (anotherIsReplied) {
			another.with(1);
		}
		timer.advance(Duration.ofSeconds(1));
		assertThat(replaced).hasValue(anotherIsReplied ? 0 : 1);
	}

	@Test
	void anExceptionOfAReaderIsTheResult() throws Exception {
		Operation<Long> broken = new Operation<>(Lane.LEASE,
				List.of(new Step(SCRIPT, new Call("orders"), (reply) -> reply.number(5))).iterator(), () -> 1L);
		CompletableFuture<Long> result = runner(PATIENT).start(broken);
		this.evaluator.next().with(1);
		assertThat(failureOf(result)).isInstanceOf(IndexOutOfBoundsException.class);
	}

	@Test
	void aReplyOfAnotherKindIsAFailure() throws Exception {
		CompletableFuture<Long> result = runner(PATIENT).start(adding(1));
		this.evaluator.next().reply().complete(List.of());
		assertThat(failureOf(result)).isInstanceOf(RuntimeException.class);
	}

	@Test
	void anEvaluatorThatThrowsIsAFailure() {
		AsyncEvaluator throwing = Stub.of(AsyncEvaluator.class, (proxy, method, arguments) -> {
			if (method.getName().equals("isCluster")) {
				return false;
			}
			throw new RejectedExecutionException("closed");
		});
		ScriptRunner runner = new ScriptRunner(new LettuceConnectionFactory(), throwing, TestThreads.timer(),
				TestThreads.connector(), PATIENT);
		assertThat(failureOf(runner.start(adding(1)))).isInstanceOf(DataAccessException.class);
	}

	@Test
	void afterClosingNothingIsUnderWay() throws Exception {
		ScriptRunner runner = runner(PATIENT);
		CompletableFuture<Long> waiting = runner.start(adding(1));
		CompletableFuture<Long> refused = runner.start(adding(1));
		CompletableFuture<Long> done = runner.start(adding(1));
		Sent sent = this.evaluator.next();
		this.evaluator.next().fail("LOADING Redis is loading");
		this.evaluator.next().with(1);
		runner.close();
		assertThat(failureOf(waiting)).isInstanceOf(DataAccessResourceFailureException.class);
		assertThat(failureOf(refused)).isInstanceOf(DataAccessResourceFailureException.class);
		assertThat(done).isCompletedWithValue(1L);
		assertThat(failureOf(runner.start(adding(1)))).isInstanceOf(DataAccessResourceFailureException.class);
		sent.with(7);
		assertThat(this.late).containsExactly(7L);
	}

	@Test
	void resultsMayStartFurtherOperationsOnTheThreadThatReplies() throws Exception {
		ScriptRunner runner = runner(PATIENT);
		CompletableFuture<Long> second = runner.start(adding(1)).thenCompose((first) -> runner.start(adding(1)));
		this.evaluator.next().with(1);
		Sent sent = this.evaluator.next();
		assertThat(sent.thread()).isEqualTo(Thread.currentThread().getName());
		sent.with(2);
		assertThat(second).isCompletedWithValue(2L);
	}

	private static long hang(CountDownLatch end) {
		try {
			end.await();
			return 1;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void closingLeavesNothingInTheLanes() {
		CountDownLatch end = new CountDownLatch(1);
		ScriptRunner runner = new ScriptRunner(new LettuceConnectionFactory());
		List<CompletableFuture<Long>> results = IntStream.range(0, 5)
			.mapToObj((i) -> runner.start(new Operation<>(Lane.LEASE, List.<Step>of().iterator(), () -> hang(end))))
			.toList();
		runner.close();
		assertThat(results).allSatisfy(
				(result) -> assertThat(failureOf(result)).isInstanceOf(DataAccessResourceFailureException.class));
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> runner.start(adding(1)).get(20, TimeUnit.SECONDS))
			.withCauseInstanceOf(DataAccessResourceFailureException.class);
	}

}
