package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.redisqueue.admin.QueueCalls.QueueCallException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What requests of operators do while Redis hangs.
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

}
