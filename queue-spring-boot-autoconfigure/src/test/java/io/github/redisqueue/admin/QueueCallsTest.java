package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.admin.QueueCalls.QueueCallException;
import io.github.redisqueue.test.Stub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What requests of operators do while Redis hangs, and how many are served at a time.
 */
class QueueCallsTest {

	private static final Duration SHORT = Duration.ofMillis(900);

	private final CountDownLatch answer = new CountDownLatch(1);

	@AfterEach
	void answerAtLast() {
		this.answer.countDown();
	}

	private boolean hang() {
		try {
			this.answer.await();
			return true;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void whoeverWaitsIsToldSoAndWhatHadNoThreadUntilThenIsLeftOut() {
		QueueCalls calls = new QueueCalls(1, SHORT);
		AtomicInteger begun = new AtomicInteger();
		CompletableFuture<Boolean> hangs = calls.begin(this::hang);
		CompletableFuture<Integer> waits = calls.begin(begun::incrementAndGet);
		assertThatExceptionOfType(QueueCallException.class).isThrownBy(() -> calls.end(hangs))
			.withMessage("Redis has not replied within 0 seconds");
		assertThatExceptionOfType(QueueCallException.class).isThrownBy(() -> calls.end(waits))
			.withMessageStartingWith("Too many requests wait for Redis")
			.matches((failure) -> !failure.begun);
		this.answer.countDown();
		await().until(() -> calls.begin(() -> true).handle((done, failure) -> done != null).join());
		assertThat(begun).hasValue(0);
	}

	@Test
	void whoeverAsksForTheSameMeanwhileGetsTheSameAnswer() {
		QueueCalls calls = new QueueCalls(2, Duration.ofMinutes(1));
		AtomicInteger begun = new AtomicInteger();
		Supplier<Map<String, Object>> search = () -> Map.of("hung", hang(), "begun", begun.incrementAndGet());
		var one = calls.share(List.of("orders", "text"), search);
		var same = calls.share(List.of("orders", "text"), search);
		assertThat(calls.end(calls.share(List.of("orders", "other"), Map::of))).isEmpty();
		this.answer.countDown();
		assertThat(calls.end(one)).isSameAs(calls.end(same)).containsEntry("begun", 1);
		assertThat(calls.end(calls.share(List.of("orders", "text"), search))).containsEntry("begun", 2);
	}

	@Test
	void failuresOfRedisAreToldAndOthersThrown() {
		QueueCalls calls = new QueueCalls(1, Duration.ofMinutes(1));
		assertThatExceptionOfType(RefusedException.class)
			.isThrownBy(() -> calls.read("Nothing can be read", calls.begin(() -> {
				throw new DataAccessResourceFailureException("OOM");
			})))
			.withMessageStartingWith("Nothing can be read: ")
			.matches((refused) -> refused.status() == 503);
		assertThatIllegalArgumentException().isThrownBy(() -> calls.call(() -> {
			throw new IllegalArgumentException("wrong");
		})).withMessage("wrong");
	}

	@ParameterizedTest
	@CsvSource({ "pause, true, 6", "purge, true, 3", "purge, false, 10" })
	void aFewRequestsOverHttpWaitAtATimeAndOthersAreRefusedAtOnce(String action, boolean overWeb, int served) {
		AtomicInteger begun = new AtomicInteger();
		WorkQueues queues = Stub.of(WorkQueues.class, (proxy, method, arguments) -> {
			begun.incrementAndGet();
			return hang() ? List.of() : null;
		});
		QueueAdmin admin = new QueueAdmin(queues, null, (name) -> null, List::of, (name, depth) -> CleanReport.NOTHING,
				null);
		Supplier<Integer> request = () -> status(admin, action, overWeb);
		List<CompletableFuture<Integer>> responses = Stream
			.generate(() -> CompletableFuture.supplyAsync(request, new SimpleAsyncTaskExecutor()))
			.limit(10)
			.toList();
		await().until(() -> begun.get() == served
				&& responses.stream().filter(CompletableFuture::isDone).count() == 10 - served);
		assertThat(responses).filteredOn(CompletableFuture::isDone).allMatch((response) -> response.join() == 503);
		this.answer.countDown();
		assertThat(responses).extracting(CompletableFuture::join).filteredOn((status) -> status == 404).hasSize(served);
		assertThat(request.get()).isEqualTo(404);
	}

	private static int status(QueueAdmin admin, String action, boolean overWeb) {
		try {
			admin.act(new Caller("ada", false, overWeb), Request.of("orders", action));
			return 200;
		}
		catch (RefusedException ex) {
			return ex.status();
		}
	}

}
