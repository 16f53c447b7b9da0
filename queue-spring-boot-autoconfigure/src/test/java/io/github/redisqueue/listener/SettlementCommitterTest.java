package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.test.LivingJobs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SettlementCommitterTest extends ListenerTests {

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final CountDownLatch answer = new CountDownLatch(1);

	@BeforeEach
	void holdTheFirstCompletion() {
		this.tapped.before((call) -> call.is("complete") && this.tapped.calls("complete").size() == 1,
				this.answer::await);
	}

	@AfterEach
	void answer() {
		this.answer.countDown();
	}

	private void handle(Lease lease) {
		this.handled.add(lease.id());
	}

	@Test
	void collectsWhatEndsWhileATripIsUnderWay() {
		CountDownLatch end = new CountDownLatch(1);
		this.queue.add(Listening.jobs(1));
		this.listening.start(this.tapped.queue(), Listening.settings().concurrency(1).build(), (lease) -> {
			handle(lease);
			if (lease.id().equals("last")) {
				end.await();
			}
		});
		await().until(() -> this.tapped.calls("complete").size() == 1);
		this.queue.add(Listening.jobs(51));
		this.queue.add(Job.of("last", new byte[0]));
		// The only handler has begun with the last job: all others wait to be settled.
		await().until(() -> this.handled.contains("last"));
		assertThat(this.handled).hasSize(52);
		assertThat(this.tapped.calls("complete")).hasSize(1);
		this.answer.countDown();
		await().until(() -> this.tapped.calls("complete").size() == 2);
		end.countDown();
		await().until(() -> this.queue.counts().leased() == 0);
		assertThat(this.tapped.calls("complete")).extracting(TappedQueue.Call::size).containsExactly(1, 50, 1);
	}

	@Test
	void noMoreJobsAreLeasedWhenVeryManyAreUnsettled() {
		this.queue.add(Listening.jobs(6000));
		this.listening.start(this.tapped.queue(), this::handle);
		await().until(() -> this.handled.size() == InFlightJobs.MAX_PER_SHARD);
		await().during(Duration.ofMillis(200)).until(() -> this.handled.size() == InFlightJobs.MAX_PER_SHARD);
		this.answer.countDown();
		await().until(() -> this.handled.size() == 6000 && this.queue.counts().leased() == 0);
	}

	@Test
	void sendsWhatElseIsToBeSettledAlsoWhenOneKindFails() {
		this.tapped.fail((call) -> call.is("complete") && this.listening.events.retried.get() == 0);
		this.queue.add(Listening.jobs(2));
		this.listening.start(this.tapped.queue(), (lease) -> {
			handle(lease);
			if (lease.id().equals("job-1") && lease.failures() == 0) {
				throw new IllegalStateException("Not yet");
			}
		});
		await().until(() -> LivingJobs.of(this.queue) == 0 && this.handled.size() == 3);
		assertThat(this.listening.events.retried).hasValue(1);
		assertThat(this.listening.events.lost).hasValue(0);
	}

}
