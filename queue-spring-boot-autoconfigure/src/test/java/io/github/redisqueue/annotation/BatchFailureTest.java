package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.FailedJobsException;
import io.github.redisqueue.listener.PostponeException;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.Message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Batches of which some or all jobs fail, are postponed or are lost.
 */
class BatchFailureTest extends BatchTests {

	BatchFailureTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void aFailureWithoutACauseIsRefused() {
		FailedJobsException failed = new FailedJobsException("Two of them");
		assertThatIllegalArgumentException().isThrownBy(() -> failed.add(0, null))
			.withMessage("A job that has failed needs a cause, other than this exception");
		assertThatIllegalArgumentException().isThrownBy(() -> failed.add("42", failed));
		assertThat(failed.isEmpty()).isTrue();
		assertThat(failed.add(0, new IllegalStateException("on purpose")))
			.hasMessage("Two of them (1 job of the batch has failed)");
	}

	@Test
	void onlyTheJobsThatAreNamedHaveFailed() {
		handle((texts, leases) -> {
			throw new FailedJobsException().add(1, new IllegalStateException("by position"))
				.add("worse", new IllegalStateException("by id"));
		}, List.of("a", "bad", "c", "worse"), (listener) -> {
			await().until(() -> queue(listener.context).counts().dead() == 2);
			listener.awaitNothingLeft();
			assertThat(listener.batches).containsExactly(List.of("a", "bad", "c", "worse"));
			assertThat(listener.cause("bad").message()).isEqualTo("by position");
			assertThat(listener.cause("worse").message()).isEqualTo("by id");
		});
	}

	@Test
	void afterAFailureThatNamesNoJobTheyAreHandledOneByOne() {
		handle((texts, leases) -> {
			if (texts.contains("bad")) {
				throw new IllegalStateException("on purpose");
			}
		}, List.of("a", "bad", "c"), (listener) -> {
			await().until(() -> queue(listener.context).counts().dead() == 1);
			listener.awaitNothingLeft();
			assertThat(listener.batches).containsExactly(List.of("a", "bad", "c"), List.of("a"), List.of("bad"),
					List.of("c"));
			assertThat(listener.cause("bad").message()).isEqualTo("on purpose");
		});
	}

	@Test
	void afterAFailureThatNamesAnotherJobTheyAreHandledOneByOne() {
		handle((texts, leases) -> {
			if (texts.size() > 1) {
				throw new FailedJobsException().add("another", new IllegalStateException("on purpose"));
			}
		}, List.of("a", "b"), (listener) -> {
			listener.awaitNothingLeft();
			assertThat(listener.batches).containsExactly(List.of("a", "b"), List.of("a"), List.of("b"));
			assertThat(queue(listener.context).counts().dead()).isZero();
		});
	}

	@Test
	void aJobThatHasFailedBeforeComesAlone() {
		handle((texts, leases) -> {
			if (texts.size() > 1 && texts.contains("bad")) {
				throw new FailedJobsException().add("bad", new IllegalStateException("on purpose"));
			}
		}, List.of("a", "bad", "c"), (listener) -> {
			await().until(() -> queue(listener.context).counts().delayed() == 1);
			listener.context.getBean(QueueListenerRegistry.class).all().forEach((container) -> container.stop());
			queue(listener.context).reschedule("bad", Duration.ZERO);
			send(listener.context, List.of("d", "e"));
			listener.batches.clear();
			start(listener.context);
			listener.awaitNothingLeft();
			assertThat(listener.batches).containsExactlyInAnyOrder(List.of("bad"), List.of("d", "e"));
		}, "redis-queue.retry.max-retries=1", "redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=1h",
				"redis-queue.listener.concurrency=2");
	}

	@Test
	void aJobThatCannotBeReadFailsWithoutTheOthers() {
		this.runner.withBean(Orders.class).run((context) -> {
			send(context, "jobs", new Order("A-1"), SendRequest.of("no order").withId("bad"),
					SendRequest.of(new Order("A-2")).withHeader("tenant", "red"));
			start(context);
			await().until(() -> queue(context).counts().dead() == 1 && queue(context).counts().leased() == 0);
			Orders listener = context.getBean(Orders.class);
			assertThat(listener.calls).isEqualTo(1);
			assertThat(listener.orders).containsExactly(new Order("A-1"), new Order("A-2"));
			assertThat(listener.tenants).containsExactly(null, "red");
			assertThat(listener.attempts).containsExactly(1, 1);
			assertThat(queue(context).deadLetters().get("bad").orElseThrow().cause().reason())
				.isEqualTo(Cause.Reason.NOT_RETRYABLE);
		});
	}

	@Test
	void aBatchThatIsPostponedCountsAsNoFailure() {
		handle((texts, leases) -> {
			throw new PostponeException(Duration.ofHours(1));
		}, List.of("a", "b"), (listener) -> {
			await().until(() -> queue(listener.context).counts().delayed() == 2);
			assertThat(listener.batches).containsExactly(List.of("a", "b"));
			assertThat(queue(listener.context).counts().dead()).isZero();
		});
	}

	@Test
	void aBatchIsInterruptedOnlyWhenAllItsLeasesAreLost() {
		Waits waits = new Waits();
		handle(waits, List.of("a", "b"), (listener) -> {
			await().until(() -> listener.batches.size() == 1);
			queue(listener.context).cancel("a");
			await().until(() -> waits.leases.get(0).isLost());
			assertThat(waits.leases.get(1).isLost()).isFalse();
			assertThat(waits.interrupted).isFalse();
			queue(listener.context).cancel("b");
			await().until(() -> waits.interrupted);
		}, "redis-queue.lease-time=5s");
	}

	@Test
	void aJobWhoseLeaseIsLostIsNotInTheWayOfTheOthers() {
		Waits waits = new Waits();
		handle(waits, List.of("a", "b"), (listener) -> {
			await().until(() -> listener.batches.size() == 1);
			queue(listener.context).cancel("a");
			waits.done.countDown();
			listener.awaitNothingLeft();
			assertThat(waits.interrupted).isFalse();
			assertThat(listener.batches).containsExactly(List.of("a", "b"));
		});
	}

	record Order(String number) {

	}

	static class Waits implements Work {

		final CountDownLatch done = new CountDownLatch(1);

		volatile List<Lease> leases = List.of();

		volatile boolean interrupted;

		@Override
		public void work(List<String> texts, List<Lease> leases) {
			this.leases = leases;
			try {
				this.done.await();
			}
			catch (InterruptedException ex) {
				this.interrupted = true;
			}
		}

	}

	static class Orders {

		final List<Order> orders = new CopyOnWriteArrayList<>();

		final List<Object> tenants = new ArrayList<>();

		final List<Integer> attempts = new ArrayList<>();

		volatile int calls;

		@QueueListener(queue = "jobs", batch = "true", batchWait = "200ms")
		void handle(List<Message<Order>> messages, List<Lease> leases) {
			this.calls++;
			messages.forEach((message) -> {
				this.orders.add(message.getPayload());
				this.tenants.add(message.getHeaders().get("tenant"));
				this.attempts.add(message.getHeaders().get(QueueHeaders.ATTEMPT, Integer.class));
			});
		}

	}

}
