package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Workers of ours and foreign ones drain one queue.
 */
@RedisTest
class MixedWorkersTest {

	private static final byte[] DATA = SharedQueue.data("{}");

	private static final int JOBS = 2000;

	private final SharedQueue queue;

	private final Map<String, Integer> handedOut = new ConcurrentHashMap<>();

	private final Map<String, Integer> completed = new ConcurrentHashMap<>();

	/** Whose completion a worker began, but did not live to tell. */
	private final Set<String> untold = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean done = new AtomicBoolean();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<Future<?>> running = new ArrayList<>();

	MixedWorkersTest(TestRedis redis) {
		this.queue = new SharedQueue(redis);
	}

	@AfterEach
	void stop() throws InterruptedException {
		this.done.set(true);
		this.threads.shutdown();
		assertThat(this.threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void handOutAndCompleteEachJobOnce() throws Exception {
		for (int i = 0; i < 3; i++) {
			WorkerQueue ours = this.queue.ours("ours-" + i, Duration.ofMinutes(1));
			UpstreamWorkQueue theirs = this.queue.anotherOfTheirs();
			run(() -> work(ours));
			run(() -> work(theirs));
		}
		add();
		awaitCompletion();
		assertThat(this.completed).hasSize(JOBS);
		assertThat(this.handedOut).hasSize(JOBS).allSatisfy((id, times) -> assertThat(times).isOne());
		assertNothingIsLeft();
	}

	/**
	 * Fencing does not reach foreign clients, so that jobs may be handed out more than
	 * once here, but each is completed once.
	 */
	@Test
	void completeEachJobOnceThoughWorkersVanishAndAllKindsOfCleanersRace() throws Exception {
		for (int i = 0; i < 3; i++) {
			WorkerQueue ours = this.queue.ours("ours-" + i, Duration.ofMillis(100 + 100 * i));
			Random dice = new Random(i);
			Deque<Lease> neglected = new ArrayDeque<>();
			run(() -> workBadly(ours, dice, neglected));
			Random otherDice = new Random(-i);
			run(() -> workBadly(this.queue.anotherOfTheirs(), otherDice.nextInt(1, 60)));
		}
		for (CleanDepth depth : CleanDepth.values()) {
			WorkerQueue ours = this.queue.ours("cleaner", Duration.ofMillis(50));
			run(() -> ours.clean(depth));
		}
		UpstreamWorkQueue theirs = this.queue.anotherOfTheirs();
		run(theirs::lightClean);
		run(theirs::deepClean);
		add();
		awaitCompletion();
		awaitNothingIsLeft();
	}

	/** Half of them by us, half by them, at once. */
	private void add() throws Exception {
		Future<?> foreign = this.threads.submit(
				() -> IntStream.range(0, JOBS / 2).forEach((i) -> this.queue.theirs().addItem("theirs-" + i, DATA)));
		for (int i = 0; i < JOBS / 2; i++) {
			this.queue.ours().add(Job.of("ours-" + i, DATA).withHeaders(Map.of("tenant", "7")));
		}
		foreign.get();
	}

	private void run(Runnable step) {
		this.running.add(this.threads.submit(() -> {
			while (!this.done.get()) {
				step.run();
			}
		}));
	}

	private void work(WorkerQueue ours) {
		List<Lease> leases = ours.lease(7).leases();
		leases.forEach((lease) -> this.handedOut.merge(lease.id(), 1, Integer::sum));
		complete(ours, leases);
	}

	private void work(UpstreamWorkQueue theirs) {
		String leased = theirs.lease(1);
		if (leased != null) {
			this.handedOut.merge(leased, 1, Integer::sum);
			complete(theirs, leased);
		}
	}

	private void complete(UpstreamWorkQueue theirs, String id) {
		if (theirs.complete(id)) {
			this.completed.merge(id, 1, Integer::sum);
		}
	}

	/** One in ten is neglected, and some of these are completed late. */
	private void workBadly(WorkerQueue ours, Random dice, Deque<Lease> neglected) {
		List<Lease> leases = new ArrayList<>(ours.lease(7).leases());
		for (Lease lease : List.copyOf(leases)) {
			if (dice.nextInt(10) == 0) {
				leases.remove(lease);
				neglected.add(lease);
			}
		}
		if (neglected.size() > 10) {
			leases.add(neglected.poll());
		}
		complete(ours, leases);
	}

	private void complete(WorkerQueue ours, List<Lease> leases) {
		ours.complete(leases).forEach((lease) -> this.completed.merge(lease.id(), 1, Integer::sum));
	}

	/** One worker after the other dies, at various points. */
	private void workBadly(UpstreamWorkQueue theirs, int life) {
		theirs.dieBefore(life);
		String current = null;
		try {
			while (!this.done.get()) {
				current = theirs.lease(1);
				if (current != null) {
					complete(theirs, current);
					current = null;
				}
			}
		}
		catch (UpstreamWorkQueue.Death death) {
			if (current != null) {
				this.untold.add(current);
			}
		}
	}

	private void awaitCompletion() {
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.pollDelay(Duration.ZERO)
			.until(() -> someEnded() || this.queue.jobs().isEmpty());
		this.done.set(true);
		assertThat(this.running).allSatisfy((future) -> assertThat(future).succeedsWithin(Duration.ofSeconds(20)));
		assertThat(this.completed).allSatisfy((id, times) -> assertThat(times).isOne());
		this.untold.addAll(this.completed.keySet());
		assertThat(this.untold).hasSize(JOBS);
	}

	private boolean someEnded() {
		return this.running.stream().anyMatch(Future::isDone);
	}

	private void assertNothingIsLeft() {
		assertThat(this.queue.leaseAll()).isEmpty();
		this.queue.ours().clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	/**
	 * A foreign worker that was robbed may have set its lease on a job that was completed
	 * meanwhile: until this runs out, its id stays in processing.
	 */
	private void awaitNothingIsLeft() {
		Awaitility.await().untilAsserted(this::assertNothingIsLeft);
	}

}
