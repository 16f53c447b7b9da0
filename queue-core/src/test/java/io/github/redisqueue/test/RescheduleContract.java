package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Guarantee 2 of the design: jobs that are ready or delayed become ready at another time,
 * and are otherwise what they were.
 */
abstract class RescheduleContract extends QueueTests {

	private static final Job A = job("a").withHeaders(Map.of("k", "v"));

	@Test
	void aReadyJobThatIsToBeReadyStaysWhereItStands() {
		List<Job> jobs = jobsInLine(3);
		this.queue.add(jobs);
		var before = snapshot();
		assertThat(this.queue.reschedule(jobs.get(0).id(), Duration.ZERO)).isTrue();
		assertThat(this.queue.reschedule(jobs.get(1).id(), serverTime().minusSeconds(10))).isTrue();
		assertThat(snapshot()).isEqualTo(before);
		assertThat(leaseAll(this.queue)).extracting(Lease::job).containsExactlyElementsOf(jobs);
	}

	@Test
	void aReadyTimeIsTakenByTheClockOfTheServer() {
		this.queue.add(A.withDelay(LONG));
		Instant readyAt = serverTime().plusMillis(200).plusNanos(1);
		assertThat(this.queue.reschedule("a", readyAt)).isTrue();
		awaitLease(this.queue);
		assertThat(serverTime()).isAfterOrEqualTo(readyAt);
	}

	@Test
	void aLeasedJobIsNotChanged() {
		this.queue.add(A);
		Lease lease = leaseOne(this.queue);
		var before = snapshot();
		for (Duration delay : List.of(Duration.ZERO, LONG)) {
			assertThat(this.queue.reschedule("a", delay)).isFalse();
		}
		assertThat(snapshot()).isEqualTo(before);
		assertThat(complete(this.queue, lease)).isTrue();
	}

	@Test
	void aJobWhoseLeaseHasRunOutIsNotChangedUntilItIsReclaimed() {
		expired("a");
		var before = snapshot();
		assertThat(this.queue.reschedule("a", LONG)).isFalse();
		assertThat(snapshot()).isEqualTo(before);
		cleanUntilLeased(0);
		assertThat(this.queue.reschedule("a", LONG)).isTrue();
		assertCounts(0, 1, 0, 0);
	}

	@Test
	void aReclaimedJobKeepsItsCrashesAndIsLostForItsLastHolder() {
		Lease lost = reclaimed("a");
		WorkerQueue vanished = shortWorker("vanished");
		this.queue.reschedule("a", LONG);
		for (Settlement settlement : Settlement.values()) {
			assertThat(settlement.by(vanished, lost)).as("%s", settlement).isFalse();
		}
		advance(LONG.multipliedBy(2));
		Lease again = leaseOne(this.queue);
		assertThat(again.crashes()).isOne();
		assertThat(complete(this.queue, again)).isTrue();
		assertNothingIsLeftBehind();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT-0.001S", "P365DT0.001S" })
	void refusesImpossibleDelaysAndChangesNothing(String delay) {
		add("a");
		var before = snapshot();
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.reschedule("a", Duration.parse(delay)))
			.withMessageContainingAll("rescheduled", "365 days", Duration.parse(delay).toString());
		assertThat(snapshot()).isEqualTo(before);
	}

	@Test
	void manyJobsAreRescheduledInOneCall() {
		List<Job> jobs = jobsInLine(70);
		this.queue.add(jobs.subList(0, 25));
		this.queue.add(jobs.subList(25, 50).stream().map((job) -> job.withDelay(LONG)).toList());
		List<String> leased = ids(this.queue.lease(5).leases());
		List<String> expected = new ArrayList<>(jobs.subList(0, 50).stream().map(Job::id).toList());
		expected.removeAll(leased);
		assertThat(this.queue.reschedule(jobs.stream().map(Job::id).toList(), Duration.ofHours(1)))
			.containsExactlyInAnyOrderElementsOf(expected);
		assertCounts(0, 45, 5, 0);
		assertThat(this.queue.reschedule(expected, Duration.ZERO)).hasSize(45);
		assertCounts(45, 0, 5, 0);
		assertThat(ids(leaseAll(this.queue))).containsExactlyInAnyOrderElementsOf(expected);
	}

}
