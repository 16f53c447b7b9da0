package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AcknowledgementTest extends QueueListenerTests {

	private final ApplicationContextRunner application;

	AcknowledgementTest(TestRedis redis) {
		super(redis, "redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h", "redis-queue.retry.max-retries=1");
		this.application = this.runner.withBean(Manual.class);
	}

	@Test
	void theFirstAcknowledgementDecides() {
		this.application.run((context) -> {
			Acknowledgement acknowledgement = hold(context).acknowledgement();
			CompletionStage<Boolean> first = acknowledgement.bury("no such account");
			assertThat(acknowledgement.complete().toCompletableFuture()).isCompletedWithValue(false);
			assertThat(acknowledgement.retry(Duration.ZERO).toCompletableFuture()).isCompletedWithValue(false);
			assertThat(await(first)).isTrue();
			DeadLetter letter = queue(context).deadLetters().get("42").orElseThrow();
			assertThat(letter.cause()).isEqualTo(Cause.of(Cause.Reason.NOT_RETRYABLE, "no such account"));
		});
	}

	@Test
	void aRetryCountsAsAFailure() {
		this.application.run((context) -> {
			assertThat(await(hold(context).acknowledgement().retry(Duration.ZERO))).isTrue();
			Held second = next(context);
			assertThat(second.lease().failures()).isOne();
			assertThat(await(second.acknowledgement().retry(Duration.ZERO))).isTrue();
			Awaitility.await().until(() -> queue(context).counts().dead() == 1);
		});
	}

	@Test
	void postponingCountsNothing() {
		this.application.run((context) -> {
			assertThat(await(hold(context).acknowledgement().postpone(Duration.ZERO))).isTrue();
			Held second = next(context);
			assertThat(second.lease().failures()).isZero();
			assertThat(await(second.acknowledgement().complete())).isTrue();
		});
	}

	@Test
	void aDelayOutOfRangeIsRefusedAndDecidesNothing() {
		this.application.run((context) -> {
			Acknowledgement acknowledgement = hold(context).acknowledgement();
			assertThatIllegalArgumentException().isThrownBy(() -> acknowledgement.retry(Duration.ofDays(366)))
				.withMessageContaining("between zero and 365 days");
			assertThat(await(acknowledgement.complete())).isTrue();
		});
	}

	@Test
	void anExceptionBeforeAnAcknowledgementIsAFailure() {
		this.application.run((context) -> {
			send(context, "jobs", "throw");
			Awaitility.await().until(() -> queue(context).counts().delayed() == 1);
		});
	}

	@Test
	void anExceptionAfterAnAcknowledgementChangesNothing() {
		this.application.run((context) -> {
			send(context, "jobs", "complete and throw");
			Held held = next(context);
			Awaitility.await().until(() -> queue(context).counts().leased() == 0);
			assertThat(queue(context).counts().delayed()).isZero();
			assertThat(await(held.acknowledgement().complete())).isFalse();
		});
	}

	@Test
	void whatIsNotAcknowledgedCountsAgainstTheConcurrency() {
		this.application.withPropertyValues("redis-queue.listener.concurrency=3", "redis-queue.listener.prefetch=0")
			.run((context) -> {
				send(context, "jobs", "hold", "hold", "hold", "hold", "hold");
				List<Held> held = List.of(next(context), next(context), next(context));
				Awaitility.await()
					.during(Duration.ofMillis(300))
					.until(() -> queue(context).counts().ready() == 2 && context.getBean(Manual.class).held.isEmpty());
				assertThat(await(held.get(1).acknowledgement().complete())).isTrue();
				Held next = next(context);
				assertThat(queue(context).counts().ready()).isOne();
				List.of(held.get(0), held.get(2), next).forEach((one) -> one.acknowledgement().complete());
				next(context).acknowledgement().complete();
			});
	}

	@Test
	void aJobThatNobodyAcknowledgesFailsAfterTheTimeout() {
		this.application.withPropertyValues("redis-queue.listener.ack-timeout=20ms", "redis-queue.retry.max-retries=0")
			.run((context) -> {
				Held held = hold(context);
				Awaitility.await().until(() -> queue(context).counts().dead() == 1);
				Cause cause = queue(context).deadLetters().get("42").orElseThrow().cause();
				assertThat(cause.message()).isEqualTo("The job was not acknowledged within PT0.02S");
				assertThat(await(held.acknowledgement().complete())).isFalse();
			});
	}

	@Test
	void anAcknowledgementAfterTheLeaseWasLostIsFalse() {
		this.application.run((context) -> {
			Held held = hold(context);
			queue(context).cancel("42");
			assertThat(await(held.acknowledgement().complete())).isFalse();
		});
	}

	@Test
	void aListenerThatStopsWaitsForAcknowledgements() {
		this.application.run((context) -> {
			Held held = hold(context);
			CompletableFuture<Void> stopped = new CompletableFuture<>();
			context.getBean(QueueListenerRegistry.class).stop(() -> stopped.complete(null));
			assertThat(stopped).isNotDone();
			assertThat(await(held.acknowledgement().complete())).isTrue();
			assertThat(stopped).succeedsWithin(Duration.ofSeconds(30));
			assertThat(queue(context).counts().leased()).isZero();
		});
	}

	@Test
	void aJobThatNobodyAcknowledgesIsPostponedWhenTheListenerStops() {
		this.application.withPropertyValues("redis-queue.listener.shutdown-timeout=50ms").run((context) -> {
			Held held = hold(context);
			context.getBean(QueueListenerRegistry.class).stop();
			assertThat(queue(context).counts().delayed()).isOne();
			assertThat(await(held.acknowledgement().complete())).isFalse();
		});
	}

	private static Held hold(BeanFactory beans) {
		send(beans, "jobs", SendRequest.of("hold").withId("42"));
		return next(beans);
	}

	private static Held next(BeanFactory beans) {
		return next(beans.getBean(Manual.class).held);
	}

	private static boolean await(CompletionStage<Boolean> stage) {
		return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
	}

	private record Held(Lease lease, Acknowledgement acknowledgement) {
	}

	static class Manual {

		private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

		@QueueListener(queue = "jobs", ackMode = "manual")
		void handle(String text, Lease lease, Acknowledgement acknowledgement) {
			if (text.equals("throw")) {
				throw new IllegalStateException("on purpose");
			}
			if (text.startsWith("complete")) {
				acknowledgement.complete();
			}
			this.held.add(new Held(lease, acknowledgement));
			if (text.endsWith("throw")) {
				throw new IllegalStateException("on purpose");
			}
		}

	}

}
