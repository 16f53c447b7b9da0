package io.github.redisqueue.listener;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.function.ThrowingConsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class BuriedJobNotifierTest {

	private final Queue<Object> published = new ConcurrentLinkedQueue<>();

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final CountDownLatch end = new CountDownLatch(1);

	private final CountDownLatch begun = new CountDownLatch(1);

	private final BuriedJobNotifier burials = new BuriedJobNotifier(this.published::add, () -> Set.of("orders"));

	@AfterEach
	void close() {
		this.end.countDown();
		this.burials.close();
	}

	private void tell(String id, int size) {
		this.burials.tell(event(id, size), Runnable::run);
	}

	private static JobBuriedEvent event(String id, int size) {
		return new JobBuriedEvent("orders", null, Job.of(id, new byte[size]),
				Cause.of(Cause.Reason.REQUESTED, "on purpose"));
	}

	/** Handles the first job until the end of the test. */
	private void handleSlowly(JobBuriedEvent event) throws InterruptedException {
		this.handled.add(event.job().id());
		this.begun.countDown();
		this.end.await();
	}

	private void startSlowly() throws InterruptedException {
		this.burials.add("orders", this::handleSlowly);
		this.burials.start();
		tell("first", 1);
		this.begun.await();
	}

	@Test
	void nobodyWaitsForAHandlerThatBlocks() throws InterruptedException {
		startSlowly();
		tell("second", 1);
		assertThat(this.published).containsExactly(event("first", 1), event("second", 1));
		assertThat(this.handled).containsExactly("first");
		this.end.countDown();
		await().until(() -> this.handled.contains("second"));
	}

	@Test
	void aHandlerThatThrowsIsLoggedAndKeepsNobodyFromBeingTold(CapturedOutput output) {
		this.burials.add("orders", new ThrowingConsumer<JobBuriedEvent>() {

			@Override
			public void acceptWithException(JobBuriedEvent event) {
				throw new IllegalStateException("mail server is away");
			}

			@Override
			public String toString() {
				return "Mails.send";
			}

		});
		this.burials.add("orders", (event) -> this.handled.add(event.job().id()));
		this.burials.start();
		tell("a", 1);
		tell("b", 1);
		await().until(() -> this.handled.size() == 2);
		assertThat(output).contains("The dead-letter handler Mails.send failed with job 'a' of queue 'orders'",
				"job 'b'", "mail server is away");
	}

	@Test
	void anExceptionThatCannotBeLoggedKeepsNobodyFromBeingTold(CapturedOutput output) {
		try (BuriedJobNotifier broken = new BuriedJobNotifier((event) -> {
			throw new Silent();
		}, () -> Set.of("orders"))) {
			broken.add("orders", (event) -> {
				throw new Silent();
			});
			broken.add("orders", (event) -> this.handled.add(event.job().id()));
			broken.start();
			broken.tell(event("a", 1), Runnable::run);
			await().until(() -> this.handled.contains("a"));
			await().untilAsserted(() -> assertThat(output).contains("A listener of the event",
					"The dead-letter handler", Silent.class.getName() + " was thrown, but one of its methods fails"));
		}
	}

	@Test
	void anEventListenerThatThrowsIsLoggedAndKeepsNobodyFromBeingTold(CapturedOutput output) {
		try (BuriedJobNotifier broken = new BuriedJobNotifier((event) -> {
			throw new IllegalStateException("broken listener");
		}, () -> Set.of("orders"))) {
			broken.add("orders", (event) -> this.handled.add(event.job().id()));
			broken.start();
			broken.tell(event("a", 1), Runnable::run);
			await().until(() -> this.handled.contains("a"));
			assertThat(output).contains("A listener of the event that job 'a' of queue 'orders' was buried failed",
					"broken listener");
		}
	}

	@Test
	void onlySoManyCallsWaitForTheirTurn(CapturedOutput output) throws InterruptedException {
		startSlowly();
		IntStream.range(0, BuriedJobNotifier.MAX_CALLS).forEach((i) -> tell("job-" + i, 1));
		assertThat(output).doesNotContain("is not called");
		tell("last", 1);
		assertThat(output)
			.contains("is not called for job 'last' of queue 'orders', because too many calls are waiting");
		this.end.countDown();
		await().until(() -> this.handled.size() == 1 + BuriedJobNotifier.MAX_CALLS);
		assertThat(this.handled).doesNotContain("last");
	}

	@Test
	void onlySoManyBytesWaitForTheirTurn(CapturedOutput output) throws InterruptedException {
		startSlowly();
		tell("large", (int) BuriedJobNotifier.MAX_BYTES);
		assertThat(output).contains("is not called for job 'large'");
		tell("small", 1000);
		this.end.countDown();
		await().until(() -> this.handled.contains("small"));
		// The call for the small one may not have returned so far.
		await().until(() -> {
			tell("large again", (int) BuriedJobNotifier.MAX_BYTES);
			return this.handled.contains("large again");
		});
	}

	@Test
	void whatWaitsIsToldBeforeTheEndOfTheStop() throws InterruptedException {
		startSlowly();
		tell("second", 1);
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		this.burials.stop(() -> stopped.complete(null));
		assertThat(stopped).isNotDone();
		this.end.countDown();
		await().until(stopped::isDone);
		assertThat(this.handled).containsExactly("first", "second");
	}

	@Test
	void whatIsNotToldInTimeIsDroppedAndLogged(CapturedOutput output) throws InterruptedException {
		startSlowly();
		tell("second", 1);
		this.burials.close();
		assertThat(output).contains("has stopped before 1 calls of dead-letter handlers could be made");
		tell("third", 1);
		assertThat(output).contains("is not called for job 'third' of queue 'orders', because the application stops");
	}

	@Test
	void goOnAfterAnotherStart() {
		this.burials.add("orders", (event) -> this.handled.add(event.job().id()));
		this.burials.start();
		this.burials.stop();
		this.burials.start();
		tell("a", 1);
		await().until(() -> this.handled.contains("a"));
	}

	static final class Silent extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new ArithmeticException();
		}

	}

}
