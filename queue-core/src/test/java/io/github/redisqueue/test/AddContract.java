package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Rule 2 of the contract: adding is idempotent by id. Rule 3, as far as ready times go.
 */
abstract class AddContract extends QueueTests {

	private static Job other(String id) {
		return Job.of(id, "another payload".getBytes()).withHeaders(Map.of("another", "header"));
	}

	@Test
	void anIdThatIsNoValidTextIsRefused() {
		for (String id : List.of("\uD800", "a\uDC80", "\uDE00\uD83D")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.queue.add(List.of(job("other"), job(id))))
				.withMessageContaining("valid Unicode");
		}
		assertNothingIsThere();
	}

	@Test
	void tellsWhichIdsWereNew() {
		assertThat(this.queue.add(List.of(job("a"), job("b")))).containsExactlyInAnyOrder("a", "b");
		assertThat(this.queue.add(List.of(job("b"), job("c")))).containsExactly("c");
		assertThat(this.queue.add(job("c"))).isFalse();
		assertThat(this.queue.add(job("d"))).isTrue();
		assertCounts(4, 0, 0, 0);
	}

	@ParameterizedTest
	@EnumSource
	void addsNothingWhenThereIsNothingToAdd(AddMode mode) {
		assertThat(this.queue.add(List.of(), mode)).isEmpty();
		assertNothingIsThere();
	}

	@Test
	void takesMoreThanFiveHundredJobsInOneCallAndKeepsTheirOrder() {
		List<Job> jobs = jobsInLine(1234);
		assertThat(this.queue.add(jobs)).hasSize(1234);
		assertCounts(1234, 0, 0, 0);
		assertThat(ids(leaseAll(this.queue))).containsExactlyElementsOf(jobs.stream().map(Job::id).toList());
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 501 })
	void refusesIdsOfAnImpossibleLengthAndAddsNothing(int length) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.queue.add(List.of(job("good"), Job.of("x".repeat(length), new byte[0]))))
			.withMessageContaining("500")
			.withMessageContaining(Integer.toString(length));
		assertNothingIsThere();
	}

	@Test
	void anIdIsLeftAsItIsWhileReady() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		var before = snapshot();
		assertThat(this.queue.add(other("a"))).isFalse();
		assertThat(this.queue.add(Job.of("a", "plain".getBytes()))).isFalse();
		assertThat(this.queue.add(other("a").withDelay(LONG))).isFalse();
		assertThat(snapshot()).isEqualTo(before);
		assertThat(leaseOne(this.queue).job()).isEqualTo(job("a").withHeaders(Map.of("k", "v")));
	}

	@Test
	void anIdIsLeftAsItIsThoughNothingButItsJobIsThere() {
		Job first = Job.of("a", "first".getBytes());
		this.queue.add(first);
		this.commands.del(this.keys.bell());
		assertThat(this.queue.add(Job.of("a", "second".getBytes()))).isFalse();
		assertThat(leaseAll(this.queue)).extracting(Lease::job).containsExactly(first);
	}

	@Test
	void anIdIsLeftAsItIsWhileDelayed() {
		this.queue.add(job("a").withDelay(LONG));
		var before = snapshot();
		assertThat(this.queue.add(other("a"))).isFalse();
		assertThat(this.queue.add(Job.of("a", "plain".getBytes()))).isFalse();
		assertThat(snapshot()).isEqualTo(before);
		assertThat(this.queue.lease(1).leases()).isEmpty();
	}

	@Test
	void anIdIsLeftAsItIsWhileLeased() {
		add("a");
		Lease lease = leaseOne(this.queue);
		var before = snapshot();
		assertThat(this.queue.add(other("a"))).isFalse();
		assertThat(this.queue.add(Job.of("a", "plain".getBytes()))).isFalse();
		assertThat(snapshot()).isEqualTo(before);
		assertThat(worker("two").lease(1).leases()).isEmpty();
		assertThat(complete(this.queue, lease)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT10M" })
	void aUniqueAddReplacesOneThatIsReadyOrDelayedAfterAll(Duration delay) {
		this.queue.add(job("a").withDelay(delay));
		this.queue.add(List.of(other("a")), AddMode.UNCHECKED);
		assertThat(leaseAll(this.queue)).extracting(Lease::job).containsExactly(other("a"));
	}

	@Test
	void aUniqueAddDelaysOneThatIsReadyAfterAll() {
		add("a");
		this.queue.add(List.of(other("a").withDelay(LONG)), AddMode.UNCHECKED);
		assertThat(leaseAll(this.queue)).isEmpty();
		assertThat(this.queue.cancel("a")).isTrue();
	}

	@Test
	void aUniqueAddNeverHandsOutTwiceAtATimeWhatIsLeasedAfterAll() {
		add("a");
		Lease first = leaseOne(this.queue);
		this.queue.add(List.of(other("a")), AddMode.UNCHECKED);
		List<Lease> second = leaseAll(worker("two"));
		if (!second.isEmpty()) {
			assertThat(second).hasSize(1);
			assertThat(this.queue.extend(List.of(first))).as("the first lease is lost").isEmpty();
		}
	}

	@Test
	void aReadyTimeInThePastMakesAJobReadyAtOnce() {
		this.queue.add(List.of(job("a").withReadyAt(Instant.EPOCH), job("b").withReadyAt(Instant.EPOCH.minusSeconds(1)),
				job("c").withReadyAt(serverTime().minusMillis(1)), job("d").withDelay(Duration.ZERO)));
		assertThat(ids(leaseAll(this.queue))).containsExactlyInAnyOrder("a", "b", "c", "d");
	}

	@Test
	void aReadyTimeIsTakenByTheClockOfTheServerAndNeverEarly() {
		Instant readyAt = serverTime().plusMillis(200).plusNanos(1);
		this.queue.add(job("a").withReadyAt(readyAt));
		awaitLease(this.queue);
		assertThat(serverTime()).isAfterOrEqualTo(readyAt);
	}

	@Test
	void aReadyTimeGivenAsADelayIsNeverEarly() {
		long before = serverMicros();
		this.queue.add(job("a").withDelay(Duration.ofMillis(200)));
		awaitLease(this.queue);
		assertThat(serverMicros() - before).isGreaterThanOrEqualTo(200_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1000000000-01-01T00:00:00Z", "+1000000000-12-31T23:59:59.999999999Z" })
	void aReadyTimeMayBeAsFarAwayAsTimeGoes(String readyAt) {
		Job job = job("a").withReadyAt(Instant.parse(readyAt));
		assertThat(this.queue.add(job)).isTrue();
		boolean past = readyAt.startsWith("-");
		assertCounts(past ? 1 : 0, past ? 0 : 1, 0, 0);
	}

	@Test
	void whoAsksIsToldToAskAgainWithinAnHourHoweverFarAwayAReadyTimeIs() {
		Instant now = serverTime();
		for (Instant readyAt : List.of(Instant.MAX, now.plus(Duration.ofDays(36_500)))) {
			assertThat(this.queue.add(job(readyAt.toString()).withReadyAt(readyAt))).isTrue();
			LeaseResult result = this.queue.lease(1);
			assertThat(result.leases()).isEmpty();
			assertThat(result.nextDue()).isEqualTo(Duration.ofHours(1));
			LeaseResult waiting = join(this.queue.async().leaseOrWait(1));
			assertThat(waiting.nextDue()).isEqualTo(Duration.ofHours(1));
		}
	}

}
