package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.QueueType;
import io.lettuce.core.ScoredValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a repair must not do, whatever somebody has done to the keys: fail, go on for
 * ever, lose a job, or let more jobs of a group run than may.
 */
@OnlyFor(Scope.LETTUCE)
abstract class RepairContract extends GroupTests {

	/** A key of the line that the jobs of these tests stand in. */
	private String own(String name) {
		return groupKey(name);
	}

	private Job inLineOf(String name) {
		return job(inLine(name)).withGroup(this.group);
	}

	/** What was repaired ends up in order. */
	private AuditReport repairedUntilClean() {
		AuditReport first = this.queue.repair(false);
		this.queue.repair(false);
		assertThat(this.queue.audit().findings()).isEmpty();
		return first;
	}

	@ParameterizedTest
	@ValueSource(strings = { "groups", "open", "garbage" })
	void aRepairOpensNoJobBesideOneThatRuns(String lost) {
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(jobs);
		List<Lease> running = leaseExactly(jobs.get(0));
		if (lost.equals("garbage")) {
			this.commands.hset(own("groups"), jobs.get(0).id(), "garbage");
		}
		else {
			this.commands.del(own(lost));
		}
		AuditReport report = repairedUntilClean();
		assertThat(report.counts())
			.containsKey(lost.equals("open") ? AuditRule.GROUP_JOB_WITHOUT_PLACE : AuditRule.GROUP_PLACE_WITHOUT_JOB);
		assertThat(this.queue.lease(20).leases()).isEmpty();
		assertThat(this.queue.complete(running)).hasSize(1);
		leaseExactly(jobs.get(1));
	}

	@Test
	void aRepairOpensNoJobBesideOneThatRunsIfARecordOfAnotherIsLeftOver() {
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(jobs);
		leaseExactly(jobs.get(0));
		IntStream.range(0, 20)
			.forEach((i) -> this.commands.hset(own("groups"), "gone-" + i,
					"%016d:%013d:%s".formatted(i + 10, 1, this.group)));
		this.commands.del(own("open"));
		repairedUntilClean();
		assertThat(this.queue.lease(20).leases()).isEmpty();
	}

	@Test
	void aRepairLosesNoWaitingJobWhoseRecordIsGarbage() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		this.commands.hset(own("groups"), jobs.get(1).id(), "garbage");
		assertThat(repairedUntilClean().counts()).containsOnlyKeys(AuditRule.WAITING_WITHOUT_PAYLOAD);
		assertThat(workOff()).containsExactlyElementsOf(idsOf(jobs));
	}

	@Test
	void aRepairMissesNoHeadBehindAMemberThatItDrops() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		this.commands.hdel(own("waiting"), jobs.get(1).id());
		this.commands.del(own("heads"));
		assertThat(this.queue.repair(false).counts()).containsKeys(AuditRule.WAITING_WITHOUT_PAYLOAD,
				AuditRule.GROUP_STUCK);
		assertThat(this.queue.audit().findings()).isEmpty();
		assertThat(workOff()).containsExactly(jobs.get(0).id(), jobs.get(2).id());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "garbage" })
	void aRepairLeavesADelayedJobAloneWhoseGroupIsLost(String record) {
		Job later = inLineOf("later");
		this.queue.add(later.withDelay(HOUR));
		Map<String, String> records = this.commands.hgetall(own("groups"));
		if (record.isEmpty()) {
			this.commands.del(own("groups"));
		}
		else {
			this.commands.hset(own("groups"), later.id(), record);
		}
		AuditReport report = this.queue.repair(false);
		assertThat(report.counts()).containsKey(AuditRule.WAITING_WITHOUT_GROUP);
		assertThat(this.commands.hexists(own("waiting"), later.id())).isTrue();
		this.commands.hset(own("groups"), records);
		assertThat(this.queue.audit().findings()).isEmpty();
		assertThat(this.queue.counts().delayed()).isEqualTo(1);
	}

	@ParameterizedTest
	@CsvSource({ "queue, jobs", "queue, item:" })
	@OnlyFor(types = { QueueType.LEASE, QueueType.LIST })
	void aQueueOfTheWrongTypeIsAFinding(String list, String records) {
		findsAListOfTheWrongType(list, records);
	}

	@Test
	@OnlyFor(types = QueueType.LIST)
	void workersOfTheWrongTypeAreAFinding() {
		findsAListOfTheWrongType("workers", "jobs");
	}

	@Test
	void deadLettersOfTheWrongTypeAreAFinding() {
		findsAListOfTheWrongType("dead", "dead:job");
	}

	private void findsAListOfTheWrongType(String list, String records) {
		this.queue.add(job(inLine("a")));
		this.commands.del(own(list));
		this.commands.set(own(list), "x");
		if (records.equals("item:")) {
			this.commands.set(own("item:lost"), "x");
		}
		else {
			this.commands.hset(own(records), "lost", "x");
		}
		AuditReport report = this.queue.repair(false);
		assertThat(report.counts()).containsKey(AuditRule.WRONG_TYPE);
		assertThat(report.unchecked())
			.contains(list.equals("dead") ? AuditRule.DEAD_LETTER_UNLISTED : AuditRule.PAYLOAD_WITHOUT_PLACE);
	}

	@ParameterizedTest
	@CsvSource({ "failures, RECORD_WITHOUT_JOB", "groups, GROUP_RECORD_WITHOUT_JOB" })
	void whatIsNoHashIsNotCheckedAsIfItWere(String name, AuditRule rule) {
		this.commands.zadd(own(name), 1, "member");
		assertThat(this.queue.repair(false).unchecked()).contains(rule);
		assertThat(this.commands.zcard(own(name))).isEqualTo(1);
	}

	@Test
	void whatWasFoundAndMendedBeforeTheTimeWasOverStands() {
		this.commands.rpush(own("dead"), "gone");
		this.commands.hset(own("failures"), "gone", "1");
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(() -> this.queue.repair(true, Duration.ZERO))
			.withMessageEndingWith("is not complete: the time limit was reached")
			.withNoCause()
			.satisfies((ex) -> assertThat(ex.report().findings()).extracting(AuditFinding::rule)
				.containsExactly(AuditRule.DEAD_LETTER_WITHOUT_RECORD))
			.satisfies((ex) -> assertThat(ex.report().checked()).isEmpty())
			.satisfies(
					(ex) -> assertThat(ex.report().unchecked()).containsExactly(AuditRule.DEAD_LETTER_WITHOUT_RECORD));
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(() -> this.queue.repair(false, Duration.ZERO))
			.satisfies((ex) -> assertThat(ex.report().repaired()).isEqualTo(1));
		assertThat(this.queue.audit(HOUR).findings()).extracting(AuditFinding::rule)
			.containsExactly(AuditRule.RECORD_WITHOUT_JOB);
	}

	@Test
	void aRuleThatWasBegunBeforeTheTimeWasOverIsNotChecked() {
		this.commands.rpush(own("dead"), IntStream.range(0, 1000).mapToObj((i) -> "gone-" + i).toArray(String[]::new));
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(() -> this.queue.audit(Duration.ZERO))
			.satisfies((ex) -> assertThat(ex.report().checked()).isEmpty())
			.satisfies(
					(ex) -> assertThat(ex.report().unchecked()).containsExactly(AuditRule.DEAD_LETTER_WITHOUT_RECORD));
	}

	@Test
	void whatIsNoSortedSetIsNotCheckedAsIfItWere() {
		this.commands.hset(own("heads"), "field", "1");
		assertThat(this.queue.repair(false).unchecked()).contains(AuditRule.GROUP_HEAD_WITHOUT_LINE);
		assertThat(this.commands.hlen(own("heads"))).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "garbage 1-1", "1-1 garbage", "99999999999999999999999-1",
			"1-99999999999999999999999", "-", "1-1 1-1 1-1" })
	void aRecordOfAnEntryThatIsGarbageMakesNothingFail(String garbage) {
		this.commands.hset(own("ids"), "gone", garbage);
		this.commands.hset(own("failures"), "gone", "1");
		assertThat(this.queue.audit().counts()).containsKey(AuditRule.RECORD_WITHOUT_JOB);
		this.queue.repair(false);
		this.queue.clean(CleanDepth.DEEP);
		assertThat(this.commands.exists(own("failures"))).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "12345678901234567890:123456789:g", "garbage", "1:1:g", ":" })
	void aRecordOfAGroupThatIsGarbageMakesNothingFail(String garbage) {
		this.commands.hset(own("groups"), "gone", garbage);
		this.commands.hset(own("waiting"), "gone", "payload");
		this.commands.zadd(own("line"), 0, "g\0" + "12345678901234567890:xnanxnanxnan:gone");
		this.commands.zadd(own("line"), 0, "no member of a line");
		assertThat(this.queue.audit().counts()).containsKey(AuditRule.UNREADABLE_RECORD);
		this.queue.repair(false);
		this.queue.clean(CleanDepth.DEEP);
		this.queue.clean(CleanDepth.DEEP);
		this.queue.repair(false);
		assertThat(this.queue.audit().findings()).isEmpty();
	}

	@Test
	@OnlyFor(Scope.PLAIN_OF_TWO_TYPES)
	void aRepairOfLongListsComesToItsEnd() {
		String[] ids = Stream.concat(Stream.of("twice", "twice"), IntStream.range(0, 210_000).mapToObj((i) -> "d" + i))
			.toArray(String[]::new);
		for (int i = 0; i < ids.length; i += 10_000) {
			this.commands.rpush(own("dead"),
					List.of(ids).subList(i, Math.min(i + 10_000, ids.length)).toArray(String[]::new));
		}
		List<String> all = new ArrayList<>(List.of(ids));
		for (int i = 0; i < all.size(); i += 10_000) {
			Map<String, String> records = new HashMap<>();
			all.subList(i, Math.min(i + 10_000, all.size())).forEach((id) -> records.put(id, "x"));
			this.commands.hset(own("dead:job"), records);
		}
		this.commands.hset(own("dead:job"), Map.of("lost", "x", "also-lost", "x"));
		AuditReport report = this.queue.repair(false);
		assertThat(report.counts()).containsOnly(Map.entry(AuditRule.TWO_PLACES, 1L),
				Map.entry(AuditRule.DEAD_LETTER_UNLISTED, 2L));
		assertThat(report.repaired()).isEqualTo(3);
	}

	@Test
	@OnlyFor(types = QueueType.LEASE)
	void theLeaseOfAnEarlierJobIsNoFinding() {
		String id = inLine("a");
		this.queue.add(job(id));
		this.commands.psetex(own("lease:" + id), 30_000, "other");
		assertThat(this.queue.audit().findings()).isEmpty();
		assertThat(this.queue.repair(false).findings()).isEmpty();
		assertThat(this.commands.lrange(own("queue"), 0, -1)).containsExactly(id);
	}

	@Test
	@OnlyFor(types = QueueType.LIST)
	void runsWithoutListsAreLookedAtSomeAtATime() {
		this.queue.add(job(inLine("a")));
		addRuns(1200);
		AuditReport report = this.queue.repair(false);
		assertThat(report.counts()).containsOnly(Map.entry(AuditRule.RUN_WITHOUT_LIST, 1200L));
		assertThat(report.looked()).isGreaterThan(1200);
		assertThat(this.queue.audit().findings()).isEmpty();
	}

	@SuppressWarnings("unchecked")
	private void addRuns(int count) {
		this.commands.zadd(own("workers"),
				IntStream.range(0, count)
					.mapToObj((i) -> ScoredValue.just(9e12, "run#" + i))
					.toArray(ScoredValue[]::new));
	}

	@Test
	@OnlyFor(types = QueueType.LIST)
	void suspectsAreUncheckedIfThereAreTooManyRunsToLookFor() {
		this.queue.add(job(inLine("a")));
		this.commands.hset(own("jobs"), "lost", "x");
		addRuns(5001);
		assertThat(this.queue.audit().unchecked()).contains(AuditRule.PAYLOAD_WITHOUT_PLACE);
		this.commands.zrem(own("workers"), "run#0");
		assertThat(this.queue.audit().unchecked()).isEmpty();
	}

	@Test
	void anIdThatWasAddedTwiceUncheckedIsRepaired() {
		Job job = job(inLine("a"));
		this.queue.add(List.of(job), AddMode.UNCHECKED);
		this.queue.add(List.of(job), AddMode.UNCHECKED);
		boolean isInList = this.commands.exists(own("queue")) == 1;
		assertThat(this.queue.repair(false).findings()).extracting(AuditFinding::rule)
			.containsExactlyElementsOf(isInList ? List.of(AuditRule.TWO_PLACES) : List.of());
		assertThat(this.queue.audit().findings()).isEmpty();
		assertThat(drain("added twice")).containsExactly(job.id());
	}

}
