package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Lease;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.ListenerTests;
import io.github.redisqueue.listener.Listening;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.PostponeException;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.PrefetchMemory;
import io.github.redisqueue.test.Stub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static io.github.redisqueue.listener.settle.SettlementReportTest.complete;
import static io.github.redisqueue.listener.settle.SettlementReportTest.postpone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Settlements that a queue or its server refuses, unlike those whose replies are lost.
 */
@ExtendWith(OutputCaptureExtension.class)
class SettlementRefusalTest extends ListenerTests {

	private static final Duration TOO_LONG = Duration.ofDays(400);

	private final CountDownLatch answer = new CountDownLatch(1);

	private InFlightJobs inFlight;

	/** Leases jobs, whose handlers have ended. */
	private List<InFlightJob> lease(int count) {
		this.queue.add(Listening.jobs(count));
		this.inFlight = new InFlightJobs(1, new PrefetchMemory(Long.MAX_VALUE), this.listening.events, Runnable::run);
		List<Lease> leases = this.queue.lease(count).leases();
		List<InFlightJob> jobs = this.inFlight.add(0, leases);
		jobs.forEach(InFlightJob::end);
		return jobs;
	}

	private SettlementCommitter committer() {
		return committer((task, delay) -> {
			ScheduledFuture<?> scheduled = this.listening.threads.scheduler()
				.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
			return () -> scheduled.cancel(false);
		});
	}

	private SettlementCommitter committer(Timer timer) {
		return new SettlementCommitter(this.tapped.queue().async(),
				new SettlementReport("orders", "listener", this.inFlight, this.listening.events,
						this.listening.threads.background(), BuriedJobNotifier.NONE),
				new Outages(this.listening.threads.scheduler(), Runnable::run).backoff("settle jobs of", "orders"),
				timer, Duration.ofMillis(10),
				Stub.of(Settlements.LeaseCalls.class, (nobody, method, arguments) -> false));
	}

	/** Settles jobs, all but the first by one trip. */
	private void settleTogether(SettlementCommitter committer, List<Settlement> settlements) {
		this.tapped.before((call) -> this.tapped.calls("postpone").size() == 1, this.answer::await);
		settlements.forEach((settlement) -> committer.settle(List.of(settlement)));
		this.answer.countDown();
	}

	@Test
	void theOthersOfABatchAreSettledThoughOneIsRefused(CapturedOutput output) {
		List<InFlightJob> jobs = lease(20);
		InFlightJob refused = jobs.get(13);
		settleTogether(committer(),
				jobs.stream().map((job) -> postpone(job, (job != refused) ? Duration.ofHours(1) : TOO_LONG)).toList());
		await().until(() -> this.queue.counts().delayed() == 19);
		assertThat(this.inFlight.leased()).containsExactly(refused);
		await().until(() -> output.getOut().contains("cannot be settled"));
		assertThat(output.getOut().lines().filter((line) -> line.contains("cannot be settled"))).singleElement()
			.asString()
			.contains(refused.toString(), "must be between zero and 365 days, but is PT9600H");
	}

	@Test
	void aTripSearchesOnlySoOftenForThoseThatAreRefused() {
		use(this.listening.queue("orders", Duration.ofMinutes(2)));
		List<InFlightJob> jobs = lease(401);
		this.redis.commands().set(this.listening.keys("orders").key("delayed"), "no sorted set");
		ManualTimer timer = new ManualTimer();
		settleTogether(committer(timer), jobs.stream().map((job) -> postpone(job, Duration.ofHours(1))).toList());
		await().until(() -> jobs.stream().allMatch(InFlightJob::isRefused));
		await().until(this.tapped::isQuiet);
		int searched = this.tapped.calls("postpone").size();
		assertThat(searched).isLessThan(3 * 401);
		timer.runNext();
		await().until(this.tapped::isQuiet);
		assertThat(this.tapped.calls("postpone")).as("calls for five jobs each").hasSize(searched + 81);
		this.redis.commands().del(this.listening.keys("orders").key("delayed"));
		timer.runNext();
		await().until(() -> this.queue.counts().delayed() == 401);
		await().untilAsserted(() -> assertThat(this.inFlight.leased()).isEmpty());
	}

	@Test
	void whatACallHasSettledBeforeItWasCutShortIsNotLost() {
		List<Settlement> settlements = lease(4).stream()
			.map((job) -> complete(job))
			.map(Settlement::withResult)
			.toList();
		this.tapped.tap((call, proceed) -> {
			this.answer.await();
			Object settled = proceed.now();
			if (call.size() == 3) {
				throw new InvalidDataAccessResourceUsageException("Failed at complete.lua:99: WRONGTYPE");
			}
			return settled;
		});
		SettlementCommitter committer = committer();
		settlements.forEach((settlement) -> committer.settle(List.of(settlement)));
		this.answer.countDown();
		assertThat(settlements).allMatch((one) -> one.confirmed().toCompletableFuture().join());
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void othersDoNotWaitUntilARefusedJobIsTriedAgain() {
		List<InFlightJob> jobs = lease(2);
		ManualTimer timer = new ManualTimer();
		SettlementCommitter committer = committer(timer);
		committer.settle(List.of(postpone(jobs.get(0), TOO_LONG)));
		await().until(() -> !timer.delays().isEmpty());
		committer.settle(List.of(postpone(jobs.get(1), Duration.ofHours(1))));
		await().until(() -> this.queue.counts().delayed() == 1);
		int calls = this.tapped.calls("postpone").size();
		timer.runNext();
		await().until(() -> this.tapped.calls("postpone").size() == calls + 1);
	}

	@Test
	void theLeaseOfARefusedJobIsNotExtendedForEver() {
		use(this.listening.queue("orders", Duration.ofSeconds(1)));
		this.queue.add(Listening.jobs(1));
		this.listening.start(this.tapped.queue(), (lease) -> {
			this.redis.commands().set(this.listening.keys("orders").key("delayed"), "no sorted set");
			throw new PostponeException(Duration.ofHours(1));
		});
		await().until(() -> this.listening.events.lost.get() == 1);
	}

	@Test
	void aRefusedJobIsGivenUpWithItsLease() {
		use(this.listening.queue("orders", Duration.ofMillis(10)));
		InFlightJob job = lease(1).get(0);
		committer().settle(List.of(postpone(job, TOO_LONG)));
		await().until(() -> this.listening.events.lost.get() == 1);
		assertThat(this.inFlight.leased()).isEmpty();
	}

	@Test
	void aReplyThatIsLostIsNoRefusal() {
		List<InFlightJob> jobs = lease(2);
		this.tapped.fail((call) -> call.is("complete"));
		SettlementCommitter committer = committer();
		jobs.forEach((job) -> committer.settle(List.of(complete(job))));
		await().until(() -> this.tapped.calls("complete").size() > 3);
		assertThat(jobs).noneMatch(InFlightJob::isRefused);
		assertThat(this.inFlight.leased()).containsExactlyInAnyOrderElementsOf(jobs);
	}

}
