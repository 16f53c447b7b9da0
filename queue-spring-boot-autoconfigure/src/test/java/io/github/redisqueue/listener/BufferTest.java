package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class BufferTest {

	private final Prefetch prefetch = new Prefetch(4, 20);

	private final Buffer buffer = new Buffer(4, this.prefetch);

	private static List<InFlightJob> jobs(int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> new InFlightJob(Lease.of("orders", Job.of("job-" + i, new byte[0]))))
			.toList();
	}

	/** A handler that waits for a job. */
	private CompletableFuture<@Nullable InFlightJob> take() {
		return CompletableFuture.supplyAsync(this.buffer::take, (work) -> new Thread(work).start());
	}

	private CompletableFuture<Integer> awaitRoom() {
		return CompletableFuture.supplyAsync(this.buffer::awaitRoom, (work) -> new Thread(work).start());
	}

	private void learnThatHandlersAreFast() {
		IntStream.range(0, 200).forEach((i) -> this.prefetch.handled(1));
	}

	@AfterEach
	void close() {
		this.buffer.close();
	}

	@Test
	void asksForNothingAsLongAsAllHandlersAreBusy() {
		CompletableFuture<Integer> room = awaitRoom();
		await().during(Duration.ofMillis(100)).until(() -> !room.isDone());
	}

	@Test
	void asksForOneJobForEachIdleHandler() {
		CompletableFuture<Integer> room = awaitRoom();
		take();
		assertThat(room.join()).isEqualTo(1);
		take();
		await().until(() -> awaitRoom().join() == 2);
	}

	@Test
	void asksForThePrefetchToo() {
		learnThatHandlersAreFast();
		take();
		await().until(() -> awaitRoom().join() == 21);
	}

	@Test
	void asksAgainOnlyWhenHalfIsMissing() {
		learnThatHandlersAreFast();
		this.buffer.add(jobs(20));
		for (int taken = 1; taken < 12; taken++) {
			this.buffer.take();
		}
		CompletableFuture<Integer> room = awaitRoom();
		await().during(Duration.ofMillis(100)).until(() -> !room.isDone());
		this.buffer.take();
		assertThat(room.join()).isEqualTo(12);
	}

	@Test
	void handsJobsOutInTheirOrder() {
		this.buffer.add(jobs(3));
		assertThat(this.buffer.take()).hasToString(jobs(3).get(0).toString());
		assertThat(this.buffer.take()).hasToString(jobs(3).get(1).toString());
	}

	@Test
	void wakesHandlersThatWait() {
		CompletableFuture<@Nullable InFlightJob> taken = take();
		this.buffer.add(jobs(1));
		assertThat(taken.join()).isNotNull();
	}

	@Test
	void isWaitedForAlsoByInterruptedHandlers() throws Exception {
		CompletableFuture<@Nullable InFlightJob> taken = new CompletableFuture<>();
		Thread handler = new Thread(() -> taken.complete(this.buffer.take()));
		handler.start();
		handler.interrupt();
		this.buffer.add(jobs(1));
		assertThat(taken.join()).isNotNull();
	}

	@Test
	void handsNothingOutOnceItIsClosed() {
		CompletableFuture<@Nullable InFlightJob> waiting = take();
		this.buffer.close();
		assertThat(waiting.join()).isNull();
		assertThat(this.buffer.take()).isNull();
		assertThat(this.buffer.awaitRoom()).isZero();
		assertThat(this.buffer.add(jobs(1))).isFalse();
	}

	@Test
	void givesBackWhatIsLeftWhenItIsClosed() {
		List<InFlightJob> jobs = jobs(3);
		this.buffer.add(jobs);
		this.buffer.take();
		assertThat(this.buffer.close()).containsExactlyElementsOf(jobs.subList(1, 3));
		assertThat(this.buffer.take()).isNull();
	}

}
