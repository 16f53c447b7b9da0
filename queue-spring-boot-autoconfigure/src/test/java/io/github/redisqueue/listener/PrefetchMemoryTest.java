package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.job.PrefetchMemory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PrefetchMemoryTest extends ListenerTests {

	private static final int MEBIBYTE = 1024 * 1024;

	/** More such jobs than two replies bring. */
	private static final int MANY = 30;

	@BeforeEach
	void limitMemory() {
		this.listening.prefetchMemory = 2 * MEBIBYTE;
	}

	private static List<Job> largeJobs(int count) {
		return IntStream.range(0, count).mapToObj((i) -> Job.of("large-" + i, new byte[MEBIBYTE])).toList();
	}

	/** Quick jobs let the listener prefetch; the first large one holds it up. */
	private void startAtLarge(WorkerQueue worked) {
		worked.add(Listening.jobs(2000));
		worked.add(largeJobs(MANY));
		this.listening.start(worked, Listening.settings().concurrency(1).build(), this.work.longFrom("large-0"));
		await().until(() -> this.work.begun.contains("large-0"));
	}

	@Test
	void aListenerLeasesNoMoreUntilThereIsMemoryAgain() {
		startAtLarge(this.queue);
		await().during(Duration.ofMillis(500)).until(() -> this.queue.counts().leased() < 10);
		assertThat(this.queue.counts().leased()).isPositive();
		this.work.end();
		await().until(() -> this.work.ended.size() == MANY && this.queue.counts().leased() == 0);
	}

	@Test
	void idleHandlersWaitUntilThereIsMemoryAgain() {
		this.queue.add(largeJobs(MANY));
		this.listening.start(this.queue, Listening.settings().concurrency(MANY).build(), this.work);
		await().until(() -> !this.work.begun.isEmpty());
		await().during(Duration.ofMillis(500)).until(() -> this.queue.counts().leased() < 10);
		this.work.end();
		await().until(() -> this.work.ended.size() == MANY && this.queue.counts().leased() == 0);
	}

	@Test
	void aListenerThatHoldsNothingLeasesAllTheSame() {
		startAtLarge(this.queue);
		WorkerQueue other = this.listening.queue("invoices");
		other.add(List.of(Job.of("other", new byte[MEBIBYTE])));
		this.listening.start(other, Listening.settings().concurrency(1).build(), this.work);
		await().until(() -> this.work.begun.contains("other"));
	}

	@Test
	void aLimitThatIsNotReachedHoldsUpNobody() {
		this.listening.prefetchMemory = 100 * MEBIBYTE;
		startAtLarge(this.queue);
		await().until(() -> this.queue.counts().leased() > 10);
	}

	@Test
	void whatIsRemovedBelowTheLimitIsToldOnce() {
		PrefetchMemory memory = new PrefetchMemory(100);
		int[] told = { 0 };
		Runnable listener = () -> told[0]++;
		memory.onRoom(listener);
		memory.add(150);
		assertThat(memory.isFull()).isTrue();
		memory.remove(50);
		assertThat(memory.isFull()).isTrue();
		assertThat(told[0]).isZero();
		memory.remove(1);
		memory.remove(1);
		assertThat(memory.isFull()).isFalse();
		assertThat(told[0]).isOne();
		memory.forget(listener);
		memory.add(2);
		memory.remove(2);
		assertThat(told[0]).isOne();
	}

}
