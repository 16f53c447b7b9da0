package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.FailingCalls;
import io.github.redisqueue.listener.Listening.RecordedEvents;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.PrefetchMemory;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.listener.settle.SettlementReportTest.complete;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link SettlementCommitter} whose collaborators throw errors, each time at other
 * calls, as they do while the memory of the JVM is full.
 */
class SettlementErrorsTest {

	private static final int MANY = 60;

	private final ApplicationThreads threads = new ApplicationThreads();

	@AfterEach
	void close() {
		this.threads.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5 })
	void errorsLeaveNoJobUnsettled(int inARow) {
		for (int first = 1; first <= MANY; first++) {
			new Run().run(first, inARow);
		}
	}

	private final class Run {

		private final FailingCalls failures = new FailingCalls();

		private final RecordedEvents events = new RecordedEvents();

		private final InFlightJobs inFlight = new InFlightJobs(1, new PrefetchMemory(Long.MAX_VALUE), this.events,
				Runnable::run);

		private final ManualTimer timer = new ManualTimer();

		private final Set<Lease> settled = new HashSet<>();

		/** What the calls under way do when their replies come. */
		private final Queue<Runnable> replies = new ArrayDeque<>();

		private final SettlementCommitter committer = new SettlementCommitter(queue(),
				new SettlementReport("orders", "listener", this.inFlight, this.events,
						SettlementErrorsTest.this.threads.background(), BuriedJobNotifier.NONE),
				new Outages(TestThreads.timer(), Runnable::run).backoff("settle jobs of", "orders"),
				this.failures.of(Timer.class, this.timer), Duration.ofMillis(10),
				this.failures.of(Settlements.LeaseCalls.class, new Settlements.LeaseCalls() {

					@Override
					public boolean isNextSoon() {
						return Run.this.settled.size() % 2 == 0;
					}

					@Override
					public void onTrip(int more) {
						// Nobody leases.
					}

				}));

		private int abandoned;

		/** Completes at once, and replies when the test says so. */
		private AsyncWorkerQueue queue() {
			return Stub.of(AsyncWorkerQueue.class, (proxy, method, arguments) -> {
				if (method.getName().equals("keepsOrder")) {
					return true;
				}
				this.failures.call(method.getName());
				Set<Lease> result = new HashSet<>();
				((Collection<?>) arguments[0]).stream()
					.map(Lease.class::cast)
					.filter(this.settled::add)
					.forEach(result::add);
				CompletableFuture<Set<Lease>> reply = new CompletableFuture<>();
				this.replies.add(() -> reply.complete(result));
				return reply;
			});
		}

		void run(int number, int inARow) {
			Random random = new Random(number);
			this.failures.fail(number, inARow);
			for (int step = 0; step < 5 * MANY; step++) {
				switch (random.nextInt(5)) {
					case 0, 1 -> settle("job-" + step, random.nextBoolean());
					case 2 -> reply();
					case 3 -> runTimer();
					default -> this.committer.flush();
				}
				if (step % 50 == 0) {
					this.committer.mend((error) -> {
					});
				}
			}
			assertThat(this.failures.count()).as("calls").isGreaterThan(number);
			for (int step = 0; step < MANY; step++) {
				this.committer.mend((error) -> {
				});
				this.committer.flush();
				reply();
				runTimer();
			}
			assertThat(this.inFlight.leased()).as("in flight after an error at %s", this.failures).isEmpty();
			assertThat(this.abandoned).as("settlements that did not begin").isLessThanOrEqualTo(inARow);
			CompletableFuture.runAsync(() -> {
			}, SettlementErrorsTest.this.threads.background()).join();
			assertThat(this.events.lost).as("settled, but told to be lost, after an error at %s", this.failures)
				.hasValue(0);
			assertThat(this.committer.close()).as("drained after an error at %s", this.failures).isDone();
		}

		private void settle(String id, boolean grouped) {
			Job job = Job.of(id, new byte[0]);
			Lease lease = Lease.of("orders", grouped ? job.withGroup("group") : job);
			InFlightJob inFlightJob = this.inFlight.add(0, List.of(lease)).get(0);
			inFlightJob.whenRemoved(() -> this.failures.call("whenRemoved"));
			inFlightJob.end();
			try {
				this.committer.settle(List.of(complete(inFlightJob)));
			}
			catch (InternalError ex) {
				// The thread of the handler gives up the job.
				this.abandoned++;
				inFlightJob.whenRemoved(() -> {
				});
				this.inFlight.remove(inFlightJob);
			}
		}

		private void reply() {
			Runnable reply = this.replies.poll();
			if (reply != null) {
				reply.run();
			}
		}

		private void runTimer() {
			if (!this.timer.delays().isEmpty()) {
				this.timer.runNext();
			}
		}

	}

}
