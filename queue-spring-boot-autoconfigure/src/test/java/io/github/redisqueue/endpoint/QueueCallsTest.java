package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.endpoint.QueueCalls.QueueCallException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What requests of operators do while Redis hangs.
 */
class QueueCallsTest {

	private static final Duration SHORT = Duration.ofMillis(100);

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
			.matches((failure) -> !failure.hasBegun());
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
		assertThatExceptionOfType(RefusedRequestException.class)
			.isThrownBy(() -> calls.read("Nothing can be read", calls.begin(() -> {
				throw new DataAccessResourceFailureException("OOM");
			})))
			.withMessageStartingWith("Nothing can be read: ")
			.matches((refused) -> refused.status() == 503);
		assertThatIllegalArgumentException().isThrownBy(() -> calls.call(() -> {
			throw new IllegalArgumentException("wrong");
		})).withMessage("wrong");
	}

	@Test
	void aFewRequestsWaitAtATimeAndOthersAreRefusedAtOnce() {
		Admission admission = new Admission();
		assertThatSomeAreRefused(6, (request) -> admission.brief(request));
		assertThatSomeAreRefused(3, (request) -> admission.lengthy(request));
		this.answer.countDown();
		await().until(() -> admission.brief(() -> new WebEndpointResponse<>(Map.of())).getStatus() == 200);
		await().until(() -> admission.lengthy(() -> new WebEndpointResponse<>(Map.of())).getStatus() == 200);
	}

	private void assertThatSomeAreRefused(int served, Admitting admission) {
		CountDownLatch begun = new CountDownLatch(served);
		List<CompletableFuture<Integer>> responses = Stream
			.generate(() -> CompletableFuture.supplyAsync(() -> admission.admit(() -> {
				begun.countDown();
				hang();
				return new WebEndpointResponse<>(Map.of());
			}).getStatus(), new SimpleAsyncTaskExecutor()))
			.limit(served + 4)
			.toList();
		await().until(() -> responses.stream().filter(CompletableFuture::isDone).count() == 4);
		await().until(() -> begun.getCount() == 0);
		assertThat(responses).filteredOn(CompletableFuture::isDone).allMatch((response) -> response.join() == 503);
	}

	/**
	 * One kind of admission.
	 */
	private interface Admitting {

		WebEndpointResponse<Map<String, Object>> admit(Supplier<WebEndpointResponse<Map<String, Object>>> request);

	}

}
