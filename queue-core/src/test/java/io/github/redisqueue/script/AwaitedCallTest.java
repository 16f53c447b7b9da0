package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.RecordedEvaluator.Sent;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A call that a thread waits for, with an evaluator in the hands of the test. What is
 * cancelled while it waits for a connection is never sent.
 */
@Timeout(180)
class AwaitedCallTest {

	private static final Script SCRIPT = Script.load("lease/counts");

	private final RecordedEvaluator evaluator = new RecordedEvaluator();

	private void call(Duration timeout) {
		new ScriptRunner(new LettuceConnectionFactory(), this.evaluator, TestThreads.timer(), TestThreads.connector(),
				timeout)
			.run(SCRIPT, new Call("orders").key("key"));
	}

	private static Operation<Reply> operation() {
		return Operation.of(Lane.LEASE, SCRIPT, new Call("orders").key("key"), Function.identity());
	}

	@Test
	void isCancelledAfterItsTimeout() throws Exception {
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> call(Duration.ofMillis(30)));
		assertThat(this.evaluator.next().reply()).isCancelled();
	}

	@Test
	void isCancelledIfItsThreadIsInterrupted() throws Exception {
		Caller<Boolean> caller = Caller.start(() -> {
			assertThatExceptionOfType(DataAccessResourceFailureException.class)
				.isThrownBy(() -> call(Duration.ofMinutes(1)))
				.withMessageContainingAll("interrupted", "lease/counts.lua", "queue 'orders'", "is unknown");
			return Thread.currentThread().isInterrupted();
		});
		Sent sent = this.evaluator.next();
		caller.thread().interrupt();
		assertThat(caller.get()).isTrue();
		assertThat(sent.reply()).isCancelled();
	}

	@Test
	void isRefusedOnAThreadThatReadsReplies() throws Exception {
		ScriptRunner runner = new ScriptRunner(new LettuceConnectionFactory(), this.evaluator, TestThreads.timer(),
				TestThreads.connector(), Duration.ofMinutes(1));
		CompletableFuture<Reply> second = runner.start(operation())
			.thenApply((first) -> runner.run(SCRIPT, new Call("orders").key("key")));
		this.evaluator.next().with(1);
		assertThat(second).failsWithin(Duration.ZERO)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(InvalidDataAccessApiUsageException.class)
			.withMessageContaining(Thread.currentThread().getName());
		assertThat(this.evaluator.isQuiet()).as("nothing was sent").isTrue();
		CompletableFuture<Reply> elsewhere = runner.start(operation())
			.thenApplyAsync((first) -> runner.run(SCRIPT, new Call("orders").key("key")), TestThreads.connector());
		this.evaluator.next().with(1);
		this.evaluator.next().with(7);
		assertThat(elsewhere.get(20, TimeUnit.SECONDS).number(0)).isEqualTo(7);
	}

	/** As a client that blocks, which replies before there is anything to wait for. */
	private static Reply callInterrupted(RedisCommandExecutionException failure) {
		AsyncEvaluator blocking = Stub.of(AsyncEvaluator.class,
				(proxy, method, arguments) -> switch (method.getName()) {
					case "evaluate" -> (arguments[1] == null) ? CompletableFuture.failedFuture(failure)
							: CompletableFuture.completedFuture(List.of(0L, 7L));
					default -> false;
				});
		ScriptRunner runner = new ScriptRunner(new LettuceConnectionFactory(), blocking, TestThreads.timer(),
				TestThreads.connector(), Duration.ofMinutes(1));
		Thread.currentThread().interrupt();
		try {
			return runner.run(SCRIPT, new Call("orders").key("key"));
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void isRepeatedAtOnceAlsoIfItsThreadIsInterrupted() {
		assertThat(callInterrupted(new RedisNoScriptException("NOSCRIPT No script")).number(0)).isEqualTo(7);
	}

	@Test
	void isKnownNotToHaveRunIfItsThreadIsInterruptedWhileTheServerRefusesIt() {
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> callInterrupted(new RedisCommandExecutionException("LOADING Redis is loading")))
			.withMessageContainingAll("interrupted", "to repeat lease/counts.lua", "which Redis has refused");
	}

}
