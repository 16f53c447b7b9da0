package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rule 13 of the contract: what others wrote to the keys of a queue concerns no other
 * job.
 */
abstract class TamperedContract extends QueueTests {

	private static final String GARBAGE = "garbage";

	@Test
	void aJobWithHeadersThatCannotBeReadIsBuriedAndTheOthersGoOn() {
		add(inLine("before"));
		addWithHeaders(inLine("bad"), GARBAGE);
		add(inLine("after"));
		List<String> leased = ids(leaseAll(this.queue));
		assertThat(leased).containsExactly(inLine("before"), inLine("after"));
		DeadLetter letter = awaitLetters(1).get(0);
		assertThat(letter.id()).isEqualTo(inLine("bad"));
		assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.UNREADABLE);
		assertThat(letter.cause().message()).contains("headers");
		assertThat(letter.job().payload()).asString().isEqualTo("payload of " + inLine("bad"));
		assertThat(letter.job().headers()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "-3:abc", "1:a-", "3:abc" })
	void theHeadersOfADelayedJobHoldUpNobody(String headers) {
		String bad = inLine("bad");
		String other = inLine("other");
		for (String id : List.of(bad, other)) {
			this.queue.add(job(id).withDelay(Duration.ofMillis(1)).withHeaders(Map.of("k", "v")));
		}
		this.commands.hset(keysOf(bad).key("headers"), bad, headers);
		Set<String> found = new HashSet<>();
		await().until(() -> {
			found.addAll(ids(leaseAll(this.queue)));
			this.queue.deadLetters().page(0, 10).forEach((letter) -> found.add(letter.id()));
			return found.equals(Set.of(bad, other));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "-3:abc", "1:a-", "3:abc" })
	void theHeadersOfTheOldestJobDoNotPreventThatJobsAreCounted(String headers) {
		String bad = inLine("bad");
		addWithHeaders(bad, headers);
		assertThat(this.queue.counts().ready()).isOne();
	}

	@Test
	void headersThatEndTooSoonAreNotTakenForOthers() {
		String bad = inLine("bad");
		this.queue.add(job(bad).withDelay(Duration.ofMillis(1)).withHeaders(Map.of("k", "v")));
		this.commands.hset(keysOf(bad).key("headers"), bad, "1:k9:v");
		advance(LONG);
		assertThat(leaseAll(this.queue)).isEmpty();
		assertThat(awaitLetters(1).get(0).cause().reason()).isEqualTo(Cause.Reason.UNREADABLE);
	}

	@Test
	void aCountOfCrashesBeyondAllLimitsBuriesTheJobAsItIs() {
		String bad = inLine("bad");
		add(bad);
		leaseOne(shortWorker("vanished"));
		this.commands.hset(keysOf(bad).key("crashes"), bad, "999");
		cleanUntilLeased(0);
		DeadLetter letter = this.queue.deadLetters().get(bad).orElseThrow();
		assertThat(letter.job()).isEqualTo(job(bad));
		assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.CRASHES);
		assertThat(letter.history().crashes()).isEqualTo(999);
	}

	/**
	 * A reclaim reads it only for jobs that it buries, before it has written anything.
	 */
	@Test
	void aForeignValueInPlaceOfTheFailuresMakesNoCopyOfAJob() {
		String bad = inLine("bad");
		add(bad);
		leaseOne(shortWorker("vanished"));
		this.commands.set(keysOf(bad).key("failures"), GARBAGE);
		runOut(SHORT);
		cleanUntilLeased(0);
		this.queue.clean(CleanDepth.LIGHT);
		this.commands.del(keysOf(bad).key("failures"));
		assertThat(ids(leaseAll(this.queue))).containsExactly(bad);
		assertThat(this.queue.counts().ready()).isZero();
	}

	@Test
	void unreadableJobsPushOutNoOtherDeadLetters() {
		WorkerQueue few = create(QueueSettings.builder("one", LONG).maxDeadLetters(2 * this.factory.lines()).build());
		String first = inLine("first");
		String second = inLine("second");
		add(first, second);
		leaseAll(few).forEach((lease) -> few.bury(Map.of(lease, CAUSE)));
		String bad = inLine("bad");
		addWithHeaders(bad, GARBAGE);
		assertThat(leaseAll(few)).isEmpty();
		assertThat(awaitLetters(3)).extracting(DeadLetter::id).containsExactlyInAnyOrder(first, second, bad);
		String third = inLine("third");
		add(third);
		few.bury(Map.of(leaseOne(few), CAUSE));
		assertThat(awaitLetters(3)).extracting(DeadLetter::id).containsExactlyInAnyOrder(second, third, bad);
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "", "1.5", "-7", "9223372036854775807", "9007199254740993" })
	void aCounterOfTokensThatIsNoCountHoldsUpNobody(String count) {
		String first = inLine("first");
		String second = inLine("second");
		add(first);
		Lease before = leaseOne(this.queue);
		this.commands.set(keysOf(first).key("token"), count);
		add(second);
		List<Lease> after = leaseAll(this.queue);
		assertThat(ids(after)).containsExactly(second);
		assertThat(after.get(0).token()).isGreaterThan(before.token()).isLessThan(1L << 53);
		assertThat(this.queue.extend(List.of(before, after.get(0)))).hasSize(2);
		assertThat(this.queue.complete(List.of(before, after.get(0)))).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "", "nan", "-1", "1:x:y", "99999999999999999999", "1:", ":" })
	void aRecordOfFailuresOrCrashesThatIsNoNumberHoldsUpNobody(String record) {
		String bad = inLine("bad");
		String other = inLine("other");
		add(bad, other);
		this.commands.hset(keysOf(bad).key("failures"), bad, record);
		this.commands.hset(keysOf(bad).key("crashes"), bad, record);
		List<Lease> leases = leaseAll(this.queue);
		assertThat(ids(leases)).containsExactlyInAnyOrder(bad, other);
		assertThat(this.queue.start(leases, true)).hasSize(2);
		this.commands.hset(keysOf(bad).key("failures"), bad, record);
		assertThat(
				this.queue.retry(Map.of(leases.get(0), failure(Duration.ZERO), leases.get(1), failure(Duration.ZERO)))
					.retried())
			.hasSize(2);
		WorkerQueue vanishing = shortWorker("vanished");
		List<Lease> vanished = vanishing.lease(10).leases();
		assertThat(vanished).extracting(Lease::id).contains(bad);
		vanishing.start(vanished, true);
		this.commands.hset(keysOf(bad).key("crashes"), bad, record);
		runOut(SHORT);
		cleanUntilLeased(0);
		Lease again = leaseAll(this.queue).stream().filter((lease) -> lease.id().equals(bad)).findFirst().orElseThrow();
		this.commands.hset(keysOf(bad).key("failures"), bad, record);
		assertThat(this.queue.bury(Map.of(again, CAUSE))).containsExactly(again);
		assertThat(this.queue.deadLetters().get(bad)).get().extracting((letter) -> letter.cause()).isEqualTo(CAUSE);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { GARBAGE, "", " -4:", "3:abc", "-", "5:1:abc", "99999999999999999999:a", "1:1--", "1:1-1:a" })
	void aDeadLetterThatCannotBeReadIsShownAndPurged(String record) {
		String bad = inLine("bad");
		bury(bad, inLine("sound"));
		this.commands.hset(keysOf(bad).key("dead:job"), bad, record);
		List<DeadLetter> letters = this.queue.deadLetters().page(0, 10);
		assertThat(letters).extracting(DeadLetter::id).containsExactlyInAnyOrder(bad, inLine("sound"));
		DeadLetter letter = this.queue.deadLetters().get(bad).orElseThrow();
		assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.UNREADABLE);
		assertThat(letter.job().payload()).asString().isEqualTo(record);
		assertThat(letter.buriedAt()).isEqualTo(Instant.EPOCH);
		assertThat(this.queue.deadLetters().redriveAll()).isOne();
		assertThat(this.queue.deadLetters().purgeAll()).isOne();
		assertThat(this.queue.deadLetters().page(0, 10)).isEmpty();
		this.queue.complete(leaseAll(this.queue));
		assertNothingIsLeftBehind();
	}

	@Test
	void aDeadLetterWithoutARecordIsShownAndPurged() {
		String bad = inLine("bad");
		bury(bad, inLine("sound"));
		this.commands.hdel(keysOf(bad).key("dead:job"), bad);
		assertThat(this.queue.deadLetters().page(0, 10)).hasSize(2)
			.filteredOn((letter) -> letter.id().equals(bad))
			.extracting((letter) -> letter.cause().reason())
			.containsExactly(Cause.Reason.UNREADABLE);
		this.queue.deadLetters().purgeAll();
		assertThat(this.queue.deadLetters().page(0, 10)).isEmpty();
		assertNothingIsLeftBehind();
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "15:999999999999999", "3:nan", "3:inf" })
	void aDeadLetterThatTellsNoTimeExpiresWithYoungerOnes(String record) {
		WorkerQueue forgetful = create(
				QueueSettings.builder("one", LONG).maxDeadLetterAge(Duration.ofHours(1)).build());
		String bad = inLine("bad");
		bury(bad);
		bury(inLine("younger"));
		this.commands.hset(keysOf(bad).key("dead:job"), bad, record);
		forgetful.clean(CleanDepth.DEEP);
		assertThat(this.queue.deadLetters().page(0, 10)).hasSize(2);
		advance(Duration.ofHours(2));
		String young = inLine("young");
		bury(young);
		forgetful.clean(CleanDepth.DEEP);
		assertThat(this.queue.deadLetters().page(0, 10)).extracting(DeadLetter::id).containsExactly(young);
	}

	@Test
	void theDeadLettersOfUnreadableJobsDoNotKeepOlderOnesFromExpiring() {
		WorkerQueue forgetful = create(
				QueueSettings.builder("one", LONG).maxDeadLetterAge(Duration.ofHours(1)).build());
		bury(inLine("old"), inLine("older"));
		advance(Duration.ofHours(2));
		String bad = inLine("bad");
		addWithHeaders(bad, GARBAGE);
		assertThat(leaseAll(this.queue)).isEmpty();
		awaitLetters(3);
		forgetful.clean(CleanDepth.DEEP);
		assertThat(this.queue.deadLetters().page(0, 10)).extracting(DeadLetter::id).containsExactly(bad);
	}

	@Test
	void aPageOfDeadLettersEndsAtFourMebibytes() {
		byte[] large = new byte[1_500_000];
		List<Job> jobs = jobsInLine(4).stream().map((job) -> Job.of(job.id(), large)).toList();
		this.queue.add(jobs);
		leaseAll(this.queue).forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		int seen = 0;
		List<DeadLetter> page = this.queue.deadLetters().page(0, 500);
		while (!page.isEmpty()) {
			seen += page.size();
			page = this.queue.deadLetters().page(seen, 500);
		}
		assertThat(seen).isEqualTo(4);
		assertThat(this.queue.deadLetters().redriveAll()).isEqualTo(4);
	}

	private void bury(String... ids) {
		add(ids);
		leaseAll(this.queue).forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
	}

	private List<DeadLetter> awaitLetters(int count) {
		return await().until(() -> this.queue.deadLetters().page(0, 10), (letters) -> letters.size() == count);
	}

}
