package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Rule 2 of the contract: adding is idempotent by id, for a time after the completion as
 * well if that is wished, and a job that is added with {@link AddMode#REPLACE} takes the
 * place of the one with its id, as if that were cancelled before. Rule 3, as far as ready
 * times go.
 */
abstract class AddContract extends QueueTests {

	private static final Duration HOUR = Duration.ofHours(1);

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
			.withMessageContainingAll("500", Integer.toString(length));
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
	void ofSeveralPlainJobsOneWhoseIdIsPresentIsNotAddedAgain() {
		Job present = Job.of("b", "first".getBytes());
		this.queue.add(present);
		assertThat(this.queue.add(List.of(Job.of("a", "new".getBytes()), Job.of("b", "second".getBytes()))))
			.containsExactly("a");
		assertThat(leaseAll(this.queue)).extracting(Lease::job).contains(present).hasSize(2);
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
		assertCounts(0, 0, 1, 0);
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

	private Set<String> replace(Job... jobs) {
		return this.queue.add(List.of(jobs), AddMode.REPLACE);
	}

	/** It begins a life of its own, which nothing of the old job is left in. */
	private void assertIsTheOnlyOne(Job job) {
		Lease lease = awaitLease(this.queue);
		assertThat(lease.job()).isEqualTo(job);
		assertThat(lease.attempt()).isOne();
		assertThat(lease.failures()).isZero();
		assertThat(lease.crashes()).isZero();
		assertThat(leaseAll(this.queue)).isEmpty();
		assertCounts(0, 0, 1, 0);
		assertThat(complete(this.queue, lease)).isTrue();
		assertNothingIsLeftBehind();
	}

	@Test
	void oneThatIsReadyIsReplaced() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		assertThat(replace(other("a"))).containsExactly("a");
		assertCounts(1, 0, 0, 0);
		assertIsTheOnlyOne(other("a"));
		this.queue.add(other("a"));
		assertThat(replace(job("a"), other("a"))).as("the first of two").containsExactly("a");
		assertIsTheOnlyOne(job("a"));
	}

	@Test
	void aReplacementStandsBehindTheOthers() {
		List<Job> jobs = jobsInLine(4);
		this.queue.add(jobs);
		replace(jobs.get(2), jobs.get(0));
		assertCounts(4, 0, 0, 0);
		assertThat(leaseAll(this.queue)).extracting(Lease::job)
			.containsExactly(jobs.get(1), jobs.get(3), jobs.get(2), jobs.get(0));
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoHoldsTheOldJobFindsTheLeaseLost(Settlement settlement) {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		Lease lost = leaseOne(this.queue);
		replace(other("a"));
		assertCounts(1, 0, 0, 0);
		assertThat(settlement.by(this.queue, lost)).isFalse();
		assertCounts(1, 0, 0, 0);
		Lease again = leaseOne(worker("two"));
		assertThat(again.job()).isEqualTo(other("a"));
		assertThat(settlement.by(this.queue, lost)).isFalse();
		assertThat(complete(worker("two"), again)).isTrue();
		assertNothingIsLeftBehind();
	}

	@Test
	void manyJobsAreReplacedInOneCallAndKeepTheirOrder() {
		List<Job> jobs = jobsInLine(90);
		this.queue.add(jobs.subList(0, 70));
		List<Lease> lost = this.queue.lease(30).leases();
		assertThat(this.queue.add(jobs, AddMode.REPLACE)).hasSize(90);
		assertCounts(90, 0, 0, 0);
		assertThat(this.queue.extend(lost)).isEmpty();
		assertThat(leaseAll(this.queue)).extracting(Lease::job).containsExactlyElementsOf(jobs);
	}

	@Test
	void aCompletedIdIsRefusedWithinTheDedupWindow() {
		WorkerQueue remembering = create(QueueSettings.builder("one", LONG).dedupWindow(Duration.ofHours(1)).build());
		remembering.add(List.of(job("a"), job("b"), job("c")));
		List<Lease> held = new ArrayList<>(leaseAll(remembering));
		held.removeIf((lease) -> lease.id().equals("b"));
		remembering.complete(held);
		assertThat(remembering.add(List.of(job("a")), AddMode.REPLACE)).isEmpty();
		assertThat(remembering.add(List.of(other("a"), other("b"), other("c"), other("d")), AddMode.REPLACE))
			.containsExactlyInAnyOrder("b", "d");
		assertThat(leaseAll(remembering)).extracting(Lease::job).containsExactlyInAnyOrder(other("b"), other("d"));
	}

	@Test
	void aCompletedIdCannotBeAddedWithinTheWindow() {
		WorkerQueue remembering = remembering(HOUR);
		complete(remembering, "a");
		assertThat(remembering.add(List.of(job("a"), job("b")))).containsExactly("b");
		assertThat(remembering.add(job("a").withDelay(Duration.ofMinutes(1)))).isFalse();
		assertCounts(1, 0, 0, 0);
		assertThat(ids(leaseAll(remembering))).containsExactly("b");
	}

	@Test
	void allInstancesRemember() {
		complete(remembering(HOUR), "a");
		assertThat(create(settings("other", HOUR)).add(job("a"))).isFalse();
	}

	@Test
	void itCanBeAddedAfterTheWindowAndNotBefore() {
		Duration window = Duration.ofMillis(400);
		WorkerQueue remembering = remembering(window);
		remembering.add(job("a"));
		Lease lease = leaseOne(remembering);
		long before = serverMicros();
		complete(remembering, lease);
		await().pollInterval(Duration.ofMillis(10)).until(() -> remembering.add(job("a")));
		assertThat(serverMicros() - before).isGreaterThanOrEqualTo(window.minusMillis(1).toNanos() / 1000);
		assertThat(ids(leaseAll(remembering))).containsExactly("a");
	}

	@Test
	void itCanBeAddedAfterItsOwnWindowThoughOthersAreStillRemembered() {
		WorkerQueue remembering = remembering(HOUR);
		complete(remembering, "a");
		advance(Duration.ofMinutes(40));
		complete(remembering, "b");
		advance(Duration.ofMinutes(30));
		assertThat(remembering.add(List.of(job("a"), job("b")))).containsExactly("a");
	}

	@Test
	void manyIdsAreRememberedAndNoneOfThemForLonger() {
		WorkerQueue remembering = remembering(Duration.ofMillis(300));
		remembering.add(jobs(1200));
		List<Lease> leases = leaseAll(remembering);
		assertThat(remembering.complete(leases)).hasSize(1200);
		assertNothingIsLeftBehind();
		await().untilAsserted(() -> {
			remembering.add(jobs(1200));
			assertThat(remembering.counts().ready()).isEqualTo(1200);
		});
	}

	@Test
	void whoCallsAnIdNewMayAddIt() {
		WorkerQueue remembering = remembering(HOUR);
		complete(remembering, "a");
		assertThat(remembering.add(List.of(job("a")), AddMode.UNCHECKED)).containsExactly("a");
		assertThat(ids(leaseAll(remembering))).containsExactly("a");
	}

	@Test
	void whatWasCancelledOrBuriedOrRedrivenIsNotRemembered() {
		WorkerQueue remembering = remembering(HOUR);
		remembering.add(job("cancelled"));
		remembering.cancel("cancelled");
		assertThat(remembering.add(job("cancelled"))).isTrue();
		remembering.cancel("cancelled");
		remembering.add(job("dead"));
		remembering.bury(Map.of(leaseOne(remembering), CAUSE));
		assertThat(remembering.deadLetters().redrive(List.of("dead"))).containsExactly("dead");
		assertThat(remembering.add(job("dead"))).isFalse();
		assertThat(remembering.cancel("dead")).isTrue();
		assertThat(remembering.add(job("dead"))).isTrue();
	}

	private WorkerQueue remembering(Duration window) {
		return create(settings("one", window));
	}

	private static QueueSettings settings(String worker, Duration window) {
		return QueueSettings.builder(worker, LONG).dedupWindow(window).build();
	}

	private static void complete(WorkerQueue queue, String id) {
		assertThat(queue.add(job(id))).isTrue();
		assertThat(complete(queue, leaseOne(queue))).isTrue();
	}

}
