package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditRemedy;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkerQueue;
import io.lettuce.core.Consumer;
import io.lettuce.core.XReadArgs.StreamOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An audit finds what somebody has done to the keys of a queue, and nothing else; a
 * repair mends it, and loses no job.
 */
@OnlyFor(Scope.LETTUCE)
abstract class AuditContract extends GroupTests {

	/** The job that most corruptions are about. */
	static final String ID = "a";

	/** Those of jobs that come to light again. */
	private static final List<AuditRule> LOST = List.of(AuditRule.PAYLOAD_WITHOUT_PLACE, AuditRule.TWO_PLACES,
			AuditRule.LEASE_WITHOUT_HOLDER, AuditRule.WAITING_WITHOUT_PLACE, AuditRule.ENTRY_STRANDED,
			AuditRule.ENTRY_WITHOUT_RECORD);

	private final Map<String, Lease> leases = new HashMap<>();

	/** A key of the queue, or of the shard of the job that most tests are about. */
	final String own(String name) {
		return keysOf(ID).key(name);
	}

	final String set(String name, String value) {
		this.commands.set(own(name), value);
		return own(name);
	}

	final String hset(String name, String field, String value) {
		this.commands.hset(own(name), field, value);
		return field;
	}

	final String zadd(String name, double score, String member) {
		this.commands.zadd(own(name), score, member);
		return member;
	}

	final String push(String name, String id) {
		this.commands.lpush(own(name), id);
		return id;
	}

	/** A time in ms that is ahead, but not far. */
	final double soon() {
		return serverTime().plusSeconds(3600).toEpochMilli();
	}

	final String ready() {
		add(ID);
		return ID;
	}

	final String delayed() {
		this.queue.add(job(ID).withDelay(HOUR));
		return ID;
	}

	final String leased() {
		add(ID);
		this.leases.put(ID, leaseOne(this.queue));
		return ID;
	}

	final Lease lease(String id) {
		return this.leases.get(id);
	}

	final String dead() {
		leased();
		this.queue.bury(Map.of(this.leases.remove(ID), CAUSE));
		return ID;
	}

	final List<Job> inGroup() {
		return jobsOf(this.group, 2);
	}

	/** One is open, another waits. */
	final String waiting() {
		this.queue.add(inGroup());
		return inGroup().get(1).id();
	}

	final String losePayload(String id) {
		this.commands.del(own("item:" + id));
		this.commands.hdel(own("jobs"), id);
		return id;
	}

	/** Delivers what is ready in a stream to a consumer of another program. */
	@SuppressWarnings("unchecked")
	final void deliverTo(String consumer) {
		this.commands.xreadgroup(Consumer.from("workers", consumer), StreamOffset.lastConsumed(own("stream")));
	}

	/** Adds an entry, which somebody takes and acknowledges, but does not delete. */
	final void strand(Map<String, String> fields) {
		String entry = this.commands.xadd(own("stream"), fields);
		deliverTo("other");
		this.commands.xack(own("stream"), "workers", entry);
	}

	final List<String> privateLists() {
		return this.redis.keys().stream().filter((key) -> key.startsWith(own("processing:"))).toList();
	}

	/** A stream has a group of workers only since somebody leased from it. */
	private String corrupt(Corruption corruption) {
		this.queue.add(job(ID));
		assertThat(complete(this.queue, lease())).isTrue();
		return corruption.act(this);
	}

	private static AuditFinding finding(AuditReport report, Corruption corruption, String id) {
		assertThat(report.findings()).as("%s of '%s'", corruption.rule(), id)
			.anyMatch((finding) -> finding.rule() == corruption.rule() && finding.id().equals(id));
		return report.findings()
			.stream()
			.filter((finding) -> finding.rule() == corruption.rule() && finding.id().equals(id))
			.findFirst()
			.orElseThrow();
	}

	@ParameterizedTest
	@ArgumentsSource(Corruption.OfType.class)
	void anAuditFindsWhatSomebodyHasDone(Corruption corruption) {
		String id = corrupt(corruption);
		var before = snapshot();
		AuditReport report = this.queue.audit();
		AuditFinding finding = finding(report, corruption, id);
		assertThat(finding.remedy()).isEqualTo(corruption.remedy());
		assertThat(finding.repaired()).isFalse();
		assertThat(finding.shard()).isIn(line(ID), line(this.group));
		assertThat(report.counts().get(corruption.rule())).isPositive();
		assertThat(report.isClean()).isFalse();
		assertThat(this.queue.repair(true).findings()).isEqualTo(report.findings());
		assertThat(snapshot()).as("a dry run changes nothing").isEqualTo(before);
	}

	@ParameterizedTest
	@ArgumentsSource(Corruption.OfType.class)
	void aRepairMendsWhatCanBeMended(Corruption corruption) {
		String id = corrupt(corruption);
		AuditReport report = this.queue.repair(false);
		assertThat(finding(report, corruption, id).repaired()).isEqualTo(corruption.remedy() == AuditRemedy.REPAIR);
		if (corruption.remedy() == AuditRemedy.NONE) {
			finding(this.queue.audit(), corruption, id);
			return;
		}
		this.queue.schedules().plan();
		if (corruption.remedy() == AuditRemedy.CLEANING) {
			runOut(AGES);
			this.queue.clean(CleanDepth.DEEP);
			runOut(SHORT.multipliedBy(20));
			this.queue.clean(CleanDepth.DEEP);
		}
		assertThat(this.queue.audit().findings()).isEmpty();
		if (LOST.contains(corruption.rule()) && corruption != Corruption.DEAD_LETTER_TWICE_IN_THE_LIST) {
			this.queue.release(this.leases.values());
			assertThat(drain(corruption.name())).contains(id);
		}
		assertThat(this.queue.audit().findings()).isEmpty();
	}

	@Test
	void aRepairedQueueIsWorkedOffToTheEnd() {
		this.queue.add(inGroup());
		this.queue.add(List.of(job("a"), job("b").withDelay(HOUR)));
		this.commands.del(groupKey("heads"));
		this.commands.del(own("delayed"), own("queue"));
		this.queue.repair(false);
		this.queue.repair(false);
		assertThat(this.queue.audit().findings()).isEmpty();
		assertThat(drain("repaired")).contains(inGroup().get(0).id(), inGroup().get(1).id(), "a");
		awaitNothingLeftBehind("repaired");
	}

	/** The places of jobs in a stream are their payloads. */
	@Test
	@OnlyFor(types = { QueueType.LEASE, QueueType.LIST, QueueType.DELAYED })
	void whatARepairMakesReadyRings() {
		String id = ready();
		assertThat(this.commands.lrem(own("queue"), 0, id) + this.commands.zrem(own("delayed"), id)).isPositive();
		awaitSilence();
		this.commands.del(this.keys.bell());
		this.queue.repair(false);
		awaitSilence();
		assertThat(wakeUps()).contains(String.valueOf(line(id)));
	}

	@Test
	void aQueueInOrderHasNoFinding() {
		WorkerQueue vanishing = vanishing("vanishing");
		add("crashed", "started");
		vanishing.start(vanishing.lease(2).leases(), true);
		runOut(SHORT);
		cleanUntilLeased(0);
		add("ready", "leased", "retried", "released", "dead", "kept");
		this.queue.add(job("later").withDelay(HOUR).withHeaders(Map.of("k", "v")));
		this.queue.add(jobsOf(this.group, 5));
		this.queue.add(jobsOf(inLine("other"), 2).stream().map((job) -> job.withDelay(HOUR)).toList());
		Map<String, Lease> held = new HashMap<>();
		leaseAll(this.queue).forEach((lease) -> held.put(lease.id(), lease));
		Lease grouped = held.get(jobsOf(this.group, 5).get(0).id());
		assertThat(this.queue.retry(Map.of(held.get("retried"), failure(HOUR))).retried()).hasSize(1);
		this.queue.release(List.of(held.get("released"), held.get("ready")));
		this.queue.bury(Map.of(held.get("dead"), CAUSE));
		assertThat(this.queue.cancel(List.of("kept", grouped.id()))).hasSize(2);
		this.queue.schedules().put(Schedule.every("report", HOUR).build());
		this.queue.schedules().plan();
		this.queue.pause();
		AuditReport report = this.queue.audit();
		assertThat(report.findings()).isEmpty();
		assertThat(report.isClean()).isTrue();
		assertThat(report.unchecked()).isEmpty();
		assertThat(report.checked()).hasSizeGreaterThan(19);
		assertThat(report.looked()).isGreaterThan(20);
		this.queue.clean(CleanDepth.DEEP);
		List<Long> before = states();
		AuditReport repair = this.queue.repair(false);
		assertThat(repair.findings()).isEmpty();
		assertThat(repair.repaired()).isZero();
		assertThat(states()).isEqualTo(before);
	}

	private List<Long> states() {
		QueueCounts counts = this.queue.counts();
		return List.of(counts.ready(), counts.delayed(), counts.waiting(), counts.leased(), counts.dead());
	}

	@Test
	void anAuditOfManyJobsIsMadeOfManyCalls() {
		this.queue.add(jobs(450));
		this.queue.add(IntStream.range(0, 450).mapToObj((i) -> job("later-" + i).withDelay(HOUR)).toList());
		leaseOne(this.queue);
		AuditReport report = this.queue.audit();
		assertThat(report.findings()).isEmpty();
		assertThat(report.looked()).isGreaterThanOrEqualTo(900);
	}

	@Test
	void aReportTellsOfManyFindingsTheFirstAndCountsAll() {
		Map<String, String> records = new HashMap<>();
		IntStream.range(0, AuditReport.MAX_FINDINGS + 200).forEach((i) -> records.put("gone-" + i, "1"));
		this.commands.hset(own("failures"), records);
		AuditReport report = this.queue.audit();
		assertThat(report.findings()).hasSize(AuditReport.MAX_FINDINGS);
		assertThat(report.counts()).containsOnly(Map.entry(AuditRule.RECORD_WITHOUT_JOB, (long) records.size()));
		assertThat(this.queue.repair(false).repaired()).isEqualTo(records.size());
		assertThat(this.queue.audit().isClean()).isTrue();
	}

	@Test
	void aKeyOfTheWrongTypeKeepsTheAuditFromNothingElse() {
		set("crashes", "no hash");
		hset("failures", "gone", "1");
		AuditReport report = this.queue.repair(false);
		assertThat(report.counts()).containsOnlyKeys(AuditRule.WRONG_TYPE, AuditRule.RECORD_WITHOUT_JOB);
		assertThat(report.unchecked()).containsExactly(AuditRule.RECORD_WITHOUT_JOB);
		assertThat(report.checked()).doesNotContain(AuditRule.RECORD_WITHOUT_JOB);
		assertThat(this.commands.exists(own("failures"))).isZero();
	}

	@Test
	void anAuditFindsNothingWhileJobsMove() throws Exception {
		CountDownLatch audited = new CountDownLatch(1);
		AtomicInteger numbers = new AtomicInteger();
		List<Callable<Void>> everyone = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			HistoryLimits history = (i % 2 == 0) ? new HistoryLimits(3, 5 * this.factory.lines()) : null;
			WorkerQueue worker = create(groupSettings("worker-" + i, AGES, 1).history(history).build());
			everyone.add(() -> {
				while (audited.getCount() > 0) {
					move(worker, numbers.getAndIncrement());
				}
				return null;
			});
		}
		List<AuditFinding> findings = new ArrayList<>();
		everyone.add(() -> {
			try {
				for (int i = 0; i < 15; i++) {
					findings.addAll(this.queue.audit().findings());
				}
			}
			finally {
				audited.countDown();
			}
			return null;
		});
		atOnce(everyone);
		assertThat(findings).isEmpty();
		assertThat(this.queue.audit().findings()).isEmpty();
	}

	/** Sends some jobs, and does something else to each of those that can be leased. */
	private void move(WorkerQueue worker, int number) {
		worker
			.add(Stream
				.of(job("plain-" + number), job("later-" + number).withDelay(Duration.ofMillis(2)),
						job("one-" + number).withGroup(this.group), job("two-" + number).withGroup(this.group))
				.toList());
		if (number % 7 == 0) {
			worker.cancel("plain-" + number);
		}
		List<Lease> leases = worker.lease(8).leases();
		for (int i = 0; i < leases.size(); i++) {
			List<Lease> one = List.of(leases.get(i));
			switch ((number + i) % 6) {
				case 0 -> worker.release(one);
				case 1 -> worker.retry(Map.of(one.get(0), failure(Duration.ofMillis(1))));
				case 2 -> worker.bury(Map.of(one.get(0), CAUSE));
				default -> worker.complete(one);
			}
		}
	}

	@Test
	void theLettersOfARepairedListAreThereAgain() {
		String id = Corruption.DEAD_LETTER_NOT_IN_THE_LIST.act(this);
		this.queue.repair(false);
		assertThat(this.queue.deadLetters().page(0, 10)).extracting(DeadLetter::id).containsExactly(id);
		assertThat(this.queue.counts().dead()).isEqualTo(1);
	}

}
