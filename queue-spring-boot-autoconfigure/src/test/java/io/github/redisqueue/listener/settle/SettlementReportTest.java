package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.Decision;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.PrefetchMemory;
import io.github.redisqueue.metrics.QueueEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class SettlementReportTest {

	private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(SettlementReport.class);

	private static final Cause NO_ACCOUNT = Cause.of(Cause.Reason.NOT_RETRYABLE, "no such account");

	private final ApplicationThreads threads = new ApplicationThreads();

	private final Queue<JobBuriedEvent> told = new ConcurrentLinkedQueue<>();

	private final BuriedJobNotifier burials = new BuriedJobNotifier((event) -> this.told.add((JobBuriedEvent) event),
			Set::of);

	private final InFlightJob job = new InFlightJob(0, Lease.of("orders", Job.of("42", new byte[0])));

	private QueueEvents events = QueueEvents.NONE;

	@BeforeEach
	void logAll() {
		LOGGER.setLevel(Level.DEBUG);
	}

	@AfterEach
	void close() {
		LOGGER.setLevel(null);
		this.threads.close();
	}

	private SettlementReport report() {
		InFlightJobs jobs = new InFlightJobs(1, new PrefetchMemory(1000), this.events, Runnable::run);
		return new SettlementReport("orders", "shipping", jobs, this.events, this.threads.background(), this.burials);
	}

	@Test
	void aBurialIsToldWithItsCause() {
		report().answered(List.of(bury(this.job)), Set.of(), Set.of(this.job.lease()));
		await().until(() -> this.told.size() == 1);
		assertThat(this.told)
			.containsExactly(new JobBuriedEvent("orders", "shipping", this.job.lease().job(), NO_ACCOUNT));
	}

	@Test
	void aRetryThatIsOneTooManyIsToldAsABurial() {
		Cause last = Cause.of(Cause.Reason.FAILURES, "carrier closed");
		report().answered(List.of(new Settlement(this.job, Decision.retry(Duration.ZERO, last, null))), Set.of(),
				Set.of(this.job.lease()));
		await().until(() -> this.told.size() == 1);
		assertThat(this.told.element().cause()).isEqualTo(last);
	}

	@Test
	void aMeterThatFailsHidesNothingElse(CapturedOutput output) {
		this.events = (kind, queue, jobs) -> {
			throw new IllegalStateException("no such meter");
		};
		Settlement first = bury(this.job).withResult();
		InFlightJob other = new InFlightJob(0, Lease.of("orders", Job.of("43", new byte[0])));
		Settlement second = bury(other).withResult();
		report().answered(List.of(first, second), Set.of(), Set.of(this.job.lease(), other.lease()));
		await().until(() -> this.told.size() == 2);
		assertThat(first.confirmed().toCompletableFuture()).isCompletedWithValue(true);
		assertThat(second.confirmed().toCompletableFuture()).isCompletedWithValue(true);
		assertThat(output).contains("Reporting a settled job failed", "no such meter", "Job '42'", "Job '43'");
	}

	@Test
	void aSettlementThatIsRefusedBecauseAnEarlierCallMadeItIsConfirmed() {
		SettlementReport report = report();
		Settlement settlement = complete(this.job).withResult();
		assertThat(report.unanswered(List.of(settlement))).containsExactly(settlement);
		report.answered(List.of(settlement), Set.of(), Set.of());
		assertThat(settlement.confirmed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
	}

	@Test
	void aSettlementThatIsRefusedAtOnceIsNotConfirmed() {
		Settlement settlement = complete(this.job).withResult();
		report().answered(List.of(settlement), Set.of(), Set.of());
		assertThat(settlement.confirmed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30))
			.isEqualTo(false);
	}

	@Test
	void whatAHandlerAskedForIsLoggedWithTheReason(CapturedOutput output) {
		report().answered(List.of(bury(this.job)), Set.of(), Set.of(this.job.lease()));
		awaitLine(output, "(attempt 1) was moved to the dead letters: no such account");
		report().answered(
				List.of(new Settlement(this.job,
						Decision.retry(Duration.ofSeconds(5), Cause.of(Cause.Reason.FAILURES, "asked for"), null))),
				Set.of(this.job.lease()), Set.of());
		awaitLine(output, "(attempt 1) is retried after PT5S: asked for");
	}

	@Test
	void whatCouldNotBeRecordedIsLoggedAsWhatItWas(CapturedOutput output) {
		report().giveUp(postpone(this.job, Duration.ofSeconds(7)));
		awaitLine(output, "was to be postponed for PT7S, but Redis did not confirm that in time");
		report().giveUp(Settlement.release(this.job));
		awaitLine(output, "was to be released, but Redis did not confirm that in time");
		report().giveUp(bury(this.job));
		awaitLine(output, "was to be buried (no such account), but Redis did not confirm that in time");
	}

	private static void awaitLine(CapturedOutput output, String line) {
		await().untilAsserted(() -> assertThat(output).contains(line));
	}

	private static Settlement bury(InFlightJob job) {
		return new Settlement(job, Decision.bury(NO_ACCOUNT, null));
	}

	static Settlement complete(InFlightJob job) {
		return new Settlement(job, Decision.COMPLETE);
	}

	/** For however long. */
	static Settlement postpone(InFlightJob job, Duration delay) {
		return new Settlement(job, new Decision(Outcome.POSTPONE, delay, null, null));
	}

}
