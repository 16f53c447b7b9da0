package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.QueueTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs with a group that were leased in advance by an instance whose handler takes long.
 */
class GroupedPrefetchTest extends ListenerTests {

	/**
	 * Jobs wait for a handler for a third of this time, which outlasts the pauses of a
	 * busy machine between two heartbeats.
	 */
	private static final Duration LEASE_TIME = Duration.ofSeconds(3);

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final CountDownLatch slow = new CountDownLatch(1);

	@BeforeEach
	void useGroups() {
		use(QueueType.LEASE);
	}

	@AfterEach
	void end() {
		this.slow.countDown();
	}

	private void use(QueueType type) {
		use(worker(type, "worker-1"));
	}

	private WorkerQueue worker(QueueType type, String id) {
		return this.listening.queue(type, type + "-orders",
				QueueSettings.builder(id, LEASE_TIME).groups(Groups.of(1)).build());
	}

	private void handle(Lease lease) throws InterruptedException {
		if (lease.id().equals("slow")) {
			this.handled.add("slow begins");
			this.slow.await();
		}
		this.handled.add(lease.id() + ", attempt " + lease.attempt());
	}

	/** Starts a listener that is used to fast jobs. */
	private QueueListenerContainer startUsedToFastJobs() {
		QueueListenerContainer container = this.listening.start(this.tapped.queue(),
				Listening.settings().concurrency(1).build(), this::handle);
		this.queue.add(Listening.jobs(500));
		await().until(() -> this.handled.size() == 500);
		await().until(() -> this.queue.counts().leased() == 0);
		this.handled.clear();
		return container;
	}

	/** Adds a slow job before ten fast ones, which are all leased with one call. */
	private void addBehindASlowOne(List<Job> jobs) {
		this.queue.pause();
		this.queue.add(Job.of("slow", new byte[0]).withGroup("slow"));
		this.queue.add(jobs);
		this.queue.resume();
		await().until(() -> this.handled.contains("slow begins"));
	}

	private static List<Job> grouped() {
		return IntStream.range(0, 10)
			.mapToObj((i) -> Job.of("waiting-" + i, new byte[0]).withGroup("group-" + i))
			.toList();
	}

	private static List<String> firstAttempts() {
		return IntStream.range(0, 10).mapToObj((i) -> "waiting-" + i + ", attempt 1").toList();
	}

	private List<String> handledBesideTheSlowOne() {
		return this.handled.stream().filter((job) -> !job.startsWith("slow")).toList();
	}

	@ParameterizedTest
	@QueueTypes
	void goBackUncountedAndAnotherInstanceHandlesThem(QueueType type) {
		use(type);
		startUsedToFastJobs();
		addBehindASlowOne(grouped());
		await().until(() -> this.queue.counts().ready() == 10);
		assertThat(this.queue.counts().leased()).isOne();
		assertThat(this.handled).containsExactly("slow begins");
		this.listening.start(worker(type, "worker-2"), this::handle);
		await().until(() -> handledBesideTheSlowOne().size() == 10);
		assertThat(handledBesideTheSlowOne()).containsExactlyInAnyOrderElementsOf(firstAttempts());
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void areNotLeasedAgainAsLongAsTheHandlerTakes() {
		startUsedToFastJobs();
		addBehindASlowOne(grouped());
		await().until(() -> this.queue.counts().ready() == 10);
		int leases = this.tapped.countWhenQuiet("lease");
		await().during(LEASE_TIME.dividedBy(2)).until(() -> this.queue.counts().leased() == 1);
		assertThat(this.tapped.countWhenQuiet("lease")).isEqualTo(leases);
		assertThat(this.tapped.calls("release")).hasSize(1);
		this.slow.countDown();
		await().until(() -> this.handled.size() == 12);
		assertThat(handledBesideTheSlowOne()).containsExactlyInAnyOrderElementsOf(firstAttempts());
	}

	@Test
	void goBackButJobsWithoutAGroupStay() {
		startUsedToFastJobs();
		List<Job> jobs = grouped().stream()
			.map((job) -> job.id().compareTo("waiting-5") < 0 ? job : Job.of(job.id(), job.payload()))
			.toList();
		addBehindASlowOne(jobs);
		await().until(() -> this.queue.counts().ready() == 5);
		await().during(LEASE_TIME.dividedBy(2)).until(() -> this.queue.counts().leased() == 6);
		assertThat(this.queue.lease(10).leases()).extracting(Lease::id)
			.containsExactlyInAnyOrder("waiting-0", "waiting-1", "waiting-2", "waiting-3", "waiting-4");
		this.slow.countDown();
		await().until(() -> handledBesideTheSlowOne().size() == 5);
	}

	/** The handler is free again at the moment when they go back. */
	@Test
	void areHandledOnceEvenIfTheHandlerIsFreeJustThen() {
		startUsedToFastJobs();
		this.tapped.before((call) -> call.is("release"), () -> this.slow.countDown());
		addBehindASlowOne(grouped());
		await().until(() -> this.handled.size() == 12 && this.queue.counts().leased() == 0);
		assertThat(handledBesideTheSlowOne()).containsExactlyInAnyOrderElementsOf(firstAttempts());
		assertThat(this.queue.counts().ready()).isZero();
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void goBackOnceEvenIfTheListenerStopsJustThen() {
		QueueListenerContainer container = startUsedToFastJobs();
		AtomicBoolean stopped = new AtomicBoolean();
		this.tapped.before((call) -> call.is("release") && this.slow.getCount() > 0, () -> {
			container.stop(() -> stopped.set(true));
			this.slow.countDown();
		});
		addBehindASlowOne(grouped());
		await().untilTrue(stopped);
		assertThat(this.queue.counts().leased()).isZero();
		assertThat(this.queue.lease(20).leases()).extracting((lease) -> lease.id() + ", attempt " + lease.attempt())
			.containsExactlyInAnyOrderElementsOf(firstAttempts());
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void doNotHoldUpTheirGroupIfTheyAreCancelled() {
		startUsedToFastJobs();
		addBehindASlowOne(grouped());
		cancelForAnHour("waiting-0");
		// The heartbeat has found out before the others go back.
		await().until(() -> this.queue.counts().ready() == 10);
		assertThat(this.queue.lease(20).leases()).extracting(Lease::id).contains("next").doesNotContain("waiting-0");
	}

	@Test
	void doNotHoldUpTheirGroupIfTheirHandlerWouldBeginAfterTheyWereCancelled() {
		startUsedToFastJobs();
		addBehindASlowOne(grouped());
		cancelForAnHour("waiting-0");
		await().until(() -> this.listening.events.lost.get() > 0);
		this.slow.countDown();
		await().until(() -> this.handled.contains("next, attempt 1"));
		assertThat(handledBesideTheSlowOne()).doesNotContain("waiting-0, attempt 1");
	}

	/** Whoever holds the job may take an hour to report that it has ended. */
	private void cancelForAnHour(String id) {
		this.queue.add(Job.of("next", new byte[0]).withGroup("group-0"));
		WorkerQueue patient = this.listening.queue(QueueType.LEASE, this.queue.name(),
				QueueSettings.builder("worker-3", Duration.ofHours(1)).groups(Groups.of(1)).build());
		assertThat(patient.cancel(id)).isTrue();
	}

	/** They have begun: a batch that fails forever would never be found guilty. */
	@Test
	void stayIfTheirBatchHasFailedAndTheyAreHandledOneByOne() {
		CountDownLatch second = new CountDownLatch(1);
		this.queue.add(grouped());
		this.listening.start(this.tapped.queue(),
				Listening.settings().concurrency(1).batch(new BatchSettings(10, Duration.ZERO)).build(),
				new JobHandler() {

					@Override
					public void handle(Lease lease) {
						throw new AssertionError("called with one job instead of a batch");
					}

					@Override
					public void handle(List<Lease> leases) throws InterruptedException {
						if (leases.size() > 1) {
							throw new IllegalStateException("One of these jobs is bad");
						}
						second.countDown();
						GroupedPrefetchTest.this.slow.await();
						leases.forEach((lease) -> GroupedPrefetchTest.this.handled.add(lease.id()));
					}

					@Override
					public boolean takesBatches() {
						return true;
					}

				});
		await().until(() -> second.getCount() == 0);
		await().during(LEASE_TIME).until(() -> this.queue.counts().leased() == 10);
		this.slow.countDown();
		await().until(() -> this.handled.size() == 10);
		assertThat(this.tapped.calls("release")).isEmpty();
	}

}
