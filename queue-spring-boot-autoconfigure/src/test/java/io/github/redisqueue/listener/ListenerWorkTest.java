package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ListenerWorkTest extends ListenerTests {

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private void handle(Lease lease) {
		this.handled.add(lease.id());
	}

	private void awaitHandled(String... ids) {
		await().untilAsserted(() -> assertThat(this.handled).containsExactlyInAnyOrder(ids));
	}

	@Test
	void handlesAsManyJobsAtTheSameTimeAsItsConcurrencySays() {
		Queue<Acknowledgement> begun = new ConcurrentLinkedQueue<>();
		int many = InFlightJobs.MAX_PER_SHARD + 100;
		this.queue.add(Listening.jobs(many));
		this.listening.start(this.queue, Listening.settings().concurrency(many).ackMode(AckMode.MANUAL).build(),
				new JobHandler() {

					@Override
					public void handle(Lease lease) {
						throw new IllegalStateException("Not acknowledged");
					}

					@Override
					public @Nullable CompletableFuture<?> handle(Lease lease,
							@Nullable Acknowledgement acknowledgement) {
						begun.add(Objects.requireNonNull(acknowledgement));
						return null;
					}

				});
		await().until(() -> begun.size() == many);
		begun.forEach(Acknowledgement::complete);
		await().until(() -> this.queue.counts().leased() == 0);
	}

	@Nested
	class Waiting {

		@Test
		void findsByPollingWhatNoBellToldOf(TestRedis redis) {
			listening.start(queue, Listening.settings().pollInterval(Duration.ofMillis(50)).build(),
					ListenerWorkTest.this::handle);
			redis.commands().set(listening.keys("orders").key("item:foreign"), "payload");
			redis.commands().lpush(listening.keys("orders").key("queue"), "foreign");
			awaitHandled("foreign");
		}

		@Test
		void isWokenByTheBellWhenAPauseEnds() {
			queue.pause();
			listening.start(queue, ListenerWorkTest.this::handle);
			queue.add(Job.of("first", new byte[0]));
			await().during(Duration.ofMillis(300)).until(handled::isEmpty);
			queue.resume();
			awaitHandled("first");
		}

		@Test
		void keepsTheApplicationAlive() {
			// Spring keeps applications of other tests.
			Set<Thread> others = Thread.getAllStackTraces().keySet();
			QueueListenerContainer container = listening.start(queue, ListenerWorkTest.this::handle);
			Thread keeper = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().equals("queue-keep-alive") && !others.contains(thread))
				.findAny()
				.orElseThrow();
			assertThat(keeper.isDaemon()).isFalse();
			container.stop();
			await().until(() -> !keeper.isAlive());
		}

	}

	@Nested
	class Handling {

		@Test
		void completesWhatWasHandled(TestRedis redis) {
			queue.add(Listening.jobs(100));
			listening.start(queue, ListenerWorkTest.this::handle);
			await().untilAsserted(() -> {
				assertThat(handled).hasSize(100).doesNotHaveDuplicates();
				assertThat(redis.keys()).filteredOn((key) -> !key.equals(listening.keys("orders").key("polled")))
					.containsExactly(listening.keys("orders").key("token"));
			});
		}

		@Test
		void leavesJobsToOtherInstancesWhenItsHandlersAreSlow() {
			CountDownLatch end = new CountDownLatch(1);
			queue.add(Listening.jobs(10));
			listening.start(queue, (lease) -> end.await());
			await().until(() -> queue.counts().leased() == 2);
			await().during(Duration.ofMillis(200)).until(() -> queue.counts().leased() == 2);
			end.countDown();
		}

		@Test
		void leasesFromNoQueueWhileOneBeforeItIsAsked() {
			TappedQueue last = new TappedQueue(listening.queue("last"));
			CountDownLatch end = new CountDownLatch(1);
			CountDownLatch answer = new CountDownLatch(1);
			last.queue().add(List.of(Job.of("busy", new byte[0])));
			ListenerSettings settings = Listening.settings().concurrency(2).prefetch(0).build();
			listening.container(Stream.of(tapped, last).map((one) -> listening.served(one.queue(), settings)).toList(),
					(lease) -> {
						handle(lease);
						if (lease.id().equals("busy")) {
							end.await();
						}
					})
				.start();
			awaitHandled("busy");
			int before = last.countWhenQuiet("lease");
			tapped.before((call) -> call.is("lease"), answer::await);
			int asked = tapped.calls("lease").size();
			queue.add(Job.of("first", new byte[0]));
			await().until(() -> tapped.calls("lease").size() > asked);
			last.queue().add(List.of(Job.of("last", new byte[0])));
			// It has asked for one job, as one thread was busy.
			end.countDown();
			await().until(() -> last.queue().counts().leased() == 0);
			assertThat(last.countWhenQuiet("lease")).isEqualTo(before);
			answer.countDown();
			awaitHandled("busy", "first", "last");
		}

		@Test
		void tellsThatAllHandlersAreBusyOnceNoneHasBegunOrEndedForAMinute() {
			AtomicLong time = new AtomicLong(System.nanoTime());
			listening.ticker = time::get;
			Semaphore ends = new Semaphore(0);
			QueueListenerContainer container = listening.start(queue, Listening.settings().concurrency(2).build(),
					(lease) -> ends.acquire());
			Supplier<ListenerStatus> status = () -> container.status("orders");
			queue.add(Job.of("first", new byte[0]));
			await().until(() -> status.get().work().handling() == 1);
			time.addAndGet(Duration.ofMinutes(5).toNanos());
			assertThat(status.get().work().busy()).as("one is idle").isNull();
			time.set(System.nanoTime());
			queue.add(Job.of("second", new byte[0]));
			await().until(() -> status.get().work().handling() == 2);
			assertThat(status.get().work().busy()).as("at work").isNull();
			time.addAndGet(Duration.ofMinutes(5).toNanos());
			assertThat(status.get().work().busy()).isNotNull()
				.extracting(ListenerTrouble::reason)
				.isEqualTo("All handlers are busy, and none has ended since");
			ends.release(2);
			await().until(() -> status.get().work().busy() == null);
		}

		@Test
		@EnabledForJreRange(min = JRE.JAVA_21)
		void worksOnVirtualThreads() {
			Set<String> threads = ConcurrentHashMap.newKeySet();
			listening.handlers.setVirtualThreads(true);
			queue.add(Listening.jobs(50));
			listening.start(queue, (lease) -> {
				threads.add(Thread.currentThread().toString());
				handle(lease);
			});
			await().until(() -> handled.size() == 50);
			assertThat(threads).allMatch((thread) -> thread.startsWith("VirtualThread"));
		}

	}

	@Nested
	class RoundTrips {

		@Test
		void leasesAndSettlesInBatchesUnderLoad() {
			TappedQueue tapped = new TappedQueue(queue);
			queue.add(Listening.jobs(5000));
			listening.start(tapped.queue(), Listening.settings().concurrency(10).prefetch(200).build(),
					ListenerWorkTest.this::handle);
			await().until(() -> handled.size() == 5000);
			assertThat(tapped.calls("lease")).hasSizeLessThan(500);
			assertThat(tapped.calls("complete")).hasSizeLessThan(1000);
		}

		@Test
		void asksOnceForEachJobAtLightLoad() {
			TappedQueue tapped = new TappedQueue(queue);
			listening.start(tapped.queue(), ListenerWorkTest.this::handle);
			queue.add(Job.of("first", new byte[0]));
			awaitHandled("first");
			await().until(() -> queue.counts().leased() == 0);
			// The ring of the first job may wake the poller after it has found that job.
			int before = tapped.countWhenQuiet("lease");
			for (int i = 1; i <= 10; i++) {
				queue.add(Job.of("job-" + i, new byte[0]));
				int count = i + 1;
				await().until(() -> handled.size() == count && queue.counts().leased() == 0);
			}
			assertThat(tapped.calls("lease").size() - before).isEqualTo(10);
		}

		@ParameterizedTest
		@ValueSource(ints = { 1, 3 })
		void getsTheAnswerToAReleaseBeforeItLeasesAgain(int batchSize) {
			List<String> ids = IntStream.range(0, 2 * batchSize).mapToObj((i) -> "job-" + i).toList();
			queue.add(ids.stream().map((id) -> Job.of(id, new byte[0])).toList());
			Queue<Integer> leases = new ConcurrentLinkedQueue<>();
			tapped.before((call) -> call.is("release"), () -> {
				leases.add(tapped.calls("lease").size());
				leases.add(tapped.countWhenQuiet("lease"));
			});
			listening.start(tapped.queue(),
					Listening.settings()
						.concurrency(1)
						.prefetch(0)
						.batch(new BatchSettings(batchSize, Duration.ZERO))
						.build(),
					new OnceReleasing());
			await().until(() -> handled.size() == ids.size());
			assertThat(leases).containsExactly(1, 1);
			assertThat(handled).containsExactlyElementsOf(ids);
		}

	}

	@Test
	void aListenerThatIsStartedAgainWaitsForAStopThatIsUnderWay() {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		this.queue.add(Job.of("first", new byte[0]));
		QueueListenerContainer container = this.listening.start(this.queue, Listening.settings().concurrency(1).build(),
				(lease) -> {
					begun.countDown();
					end.await();
					handle(lease);
				});
		await().until(() -> begun.getCount() == 0);
		List<String> order = new CopyOnWriteArrayList<>();
		container.stop(() -> order.add("stopped"));
		Thread starter = new Thread(() -> {
			container.start();
			order.add("started");
		});
		starter.start();
		await().during(Duration.ofMillis(100)).until(order::isEmpty);
		end.countDown();
		await().until(() -> order.contains("started"));
		assertThat(this.handled).containsExactly("first");
	}

	/** Releases its first jobs. */
	private final class OnceReleasing implements JobHandler {

		private final AtomicBoolean released = new AtomicBoolean();

		@Override
		public void handle(Lease lease) {
			handle(List.of(lease));
		}

		@Override
		public void handle(List<Lease> leases) {
			if (!this.released.getAndSet(true)) {
				throw new ReleaseException(new IllegalStateException("The target is away"));
			}
			leases.forEach((lease) -> handled.add(lease.id()));
		}

		@Override
		public boolean takesBatches() {
			return true;
		}

	}

}
