package io.github.redisqueue.admin;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.test.Stub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How many requests are served at a time.
 */
class QueueAdminTest {

	private static final int REQUESTS = 10;

	private final CountDownLatch answer = new CountDownLatch(1);

	private final AtomicInteger begun = new AtomicInteger();

	/** The queues of an application that hangs, and has none. */
	private final WorkQueues queues = Stub.of(WorkQueues.class, (proxy, method, arguments) -> {
		this.begun.incrementAndGet();
		this.answer.await();
		return List.of();
	});

	private final QueueAdmin admin = new QueueAdmin(this.queues, null, (name) -> null, List::of,
			(name, depth) -> CleanReport.NOTHING, null);

	@AfterEach
	void answerAtLast() {
		this.answer.countDown();
	}

	@ParameterizedTest
	@CsvSource({ "pause, true, 6", "purge, true, 3", "purge, false, 10" })
	void aFewRequestsOverHttpWaitAtATimeAndOthersAreRefusedAtOnce(String action, boolean overWeb, int served) {
		List<CompletableFuture<Integer>> responses = Stream
			.generate(() -> CompletableFuture.supplyAsync(() -> status(action, overWeb), new SimpleAsyncTaskExecutor()))
			.limit(REQUESTS)
			.toList();
		await().until(() -> this.begun.get() == served
				&& responses.stream().filter(CompletableFuture::isDone).count() == REQUESTS - served);
		assertThat(responses).filteredOn(CompletableFuture::isDone).allMatch((response) -> response.join() == 503);
		this.answer.countDown();
		assertThat(responses).extracting(CompletableFuture::join).filteredOn((status) -> status == 404).hasSize(served);
		assertThat(status(action, overWeb)).isEqualTo(404);
	}

	private int status(String action, boolean overWeb) {
		try {
			this.admin.act(new Caller("ada", false, overWeb), Request.of("orders", action));
			return 200;
		}
		catch (RefusedException ex) {
			return ex.status();
		}
	}

}
