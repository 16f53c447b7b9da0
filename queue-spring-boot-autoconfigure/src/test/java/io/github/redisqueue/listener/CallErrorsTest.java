package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.Stub;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners whose calls of Redis throw an error on the thread of the caller, each at
 * another call, as they do while the memory of the JVM is full.
 */
class CallErrorsTest extends ListenerTests {

	private static final int LISTENERS = 12;

	private static final int JOBS = 20;

	private final Set<String> handled = ConcurrentHashMap.newKeySet();

	@Test
	void allJobsAreHandledWithoutACleaning() {
		List<WorkerQueue> queues = IntStream.range(0, LISTENERS)
			.mapToObj((number) -> this.listening.queue("queue-" + number, Duration.ofSeconds(3)))
			.toList();
		AtomicInteger thrown = new AtomicInteger();
		for (int number = 0; number < LISTENERS; number++) {
			WorkerQueue queue = queues.get(number);
			this.listening.start(failing(queue, number, thrown), Listening.settings().concurrency(2).build(),
					this::handle);
		}
		Listening.jobs(JOBS).forEach((job) -> queues.forEach((queue) -> queue.add(job)));
		await()
			.until(() -> thrown.get() == LISTENERS && queues.stream().allMatch((queue) -> LivingJobs.of(queue) == 0));
		assertThat(this.handled).isEqualTo(expected(queues));
	}

	/** It would hear of no job, and poll an hour later. */
	@Test
	void aListenerThatCouldNotListenToTheBellDoesSoSoon() {
		FailingCalls failures = new FailingCalls();
		Bell bell = failures.of(Bell.class, this.listening.bell("orders"));
		// The first call adds the listener.
		failures.fail(2, 1);
		this.listening
			.container(List.of(new ListenerQueue(this.queue, bell,
					Listening.settings().pollInterval(Duration.ofHours(1)).build(), 0)), this::handle)
			.start();
		await().until(() -> failures.toString().endsWith("listen"));
		this.queue.add(Listening.jobs(1));
		await().until(() -> this.handled.size() == 1);
	}

	/** The listener reads the time before and after all that it does. */
	@Test
	void allJobsAreHandledThoughTheListenerItselfFailsAnywhere() throws Exception {
		List<Listening> all = new ArrayList<>();
		List<WorkerQueue> queues = new ArrayList<>();
		try {
			for (int number = 0; number < LISTENERS; number++) {
				Listening one = new Listening(this.redis.connections(), this.redis.keyPrefix());
				all.add(one);
				int first = 3 * number + 1;
				AtomicInteger calls = new AtomicInteger();
				one.ticker = () -> {
					int call = calls.incrementAndGet();
					if (call >= first && call < first + 3) {
						throw new InternalError("call " + call + " of the ticker");
					}
					return System.nanoTime();
				};
				WorkerQueue queue = one.queue("ticking-" + number, Duration.ofSeconds(1));
				queues.add(queue);
				queue.add(Listening.jobs(JOBS));
				one.start(queue, Listening.settings().concurrency(2).build(), this::handle);
			}
			Set<String> expected = expected(queues);
			await().until(() -> {
				for (WorkerQueue queue : queues) {
					queue.clean(CleanDepth.LIGHT);
				}
				return this.handled.containsAll(expected)
						&& queues.stream().allMatch((queue) -> LivingJobs.of(queue) == 0);
			});
		}
		finally {
			all.forEach(Listening::close);
		}
	}

	private void handle(Lease lease) {
		this.handled.add(lease.queue() + " " + lease.id());
	}

	private static Set<String> expected(List<WorkerQueue> queues) {
		Set<String> expected = new HashSet<>();
		queues.forEach((queue) -> Listening.jobs(JOBS).forEach((job) -> expected.add(queue.name() + " " + job.id())));
		return expected;
	}

	/** A queue of which one call throws, besides those that tell what it is. */
	private static WorkerQueue failing(WorkerQueue queue, int number, AtomicInteger thrown) {
		AtomicInteger calls = new AtomicInteger();
		AsyncWorkerQueue async = Stub.of(AsyncWorkerQueue.class, (self, method, arguments) -> {
			if (method.getName().equals("shards")) {
				return List.of(self);
			}
			boolean isCall = Set.of("leaseOrWait", "poll", "complete", "extend").contains(method.getName());
			if (isCall && calls.getAndIncrement() == number) {
				thrown.incrementAndGet();
				// JUnit would take an OutOfMemoryError for the end of the run.
				throw new InternalError("call " + number + ", " + method.getName());
			}
			return method.invoke(queue.async(), arguments);
		});
		return Stub.of(WorkerQueue.class, (self, method, arguments) -> method.getName().equals("async") ? async
				: method.invoke(queue, arguments));
	}

}
