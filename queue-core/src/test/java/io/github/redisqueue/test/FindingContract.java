package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.WorkerQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job is found by its id, whatever state it is in and whatever shard has it, and tells
 * what an operator has to know.
 */
abstract class FindingContract extends GroupTests {

	private static final Job A = job("a").withHeaders(Map.of("k", "v"));

	private static final Duration MINUTE = Duration.ofMinutes(1);

	/**
	 * A server that gets no processor reckons the end of a key by a clock that it has not
	 * read for a while.
	 */
	private static final Duration BEHIND = Duration.ofSeconds(2);

	private JobStatus find(String id) {
		return this.queue.find(id).orElseThrow();
	}

	private static JobStatus ready(Job job, int failures, int crashes) {
		return status(JobState.READY, job, failures, crashes, null, null, null);
	}

	private static JobStatus delayed(Job job, int failures, @Nullable Instant readyAt) {
		return status(JobState.DELAYED, job, failures, 0, readyAt, null, null);
	}

	private static JobStatus status(JobState state, Job job, int failures, int crashes, @Nullable Instant readyAt,
			@Nullable String worker, @Nullable Instant leaseEnd) {
		return new JobStatus(job.id(), state, job, job.size(), job.group(), failures, crashes, readyAt, worker,
				leaseEnd, null, Set.of());
	}

	private void assertState(Job job, JobState state, Obstacle... obstacles) {
		JobStatus found = find(job.id());
		assertThat(found.state()).as(found.toString()).isEqualTo(state);
		assertThat(found.job()).isEqualTo(job);
		assertThat(found.obstacles()).containsExactlyInAnyOrder(obstacles);
	}

	@Test
	void anIdWithoutAJobIsNotFound() {
		assertThat(this.queue.find("none")).isEmpty();
		assertThat(this.queue.find("")).isEmpty();
		assertThat(this.queue.find("1-1")).isEmpty();
		assertNothingIsThere();
		add("a", "b");
		this.queue.cancel("a");
		assertThat(complete(this.queue, leaseOne(this.queue))).isTrue();
		assertThat(this.queue.find("a")).isEmpty();
		assertThat(this.queue.find("b")).isEmpty();
	}

	@Test
	void aDelayedJobTellsItsReadyTimeUntilItIsDue() {
		Instant before = serverTime();
		this.queue.add(A.withDelay(HOUR));
		JobStatus found = find("a");
		assertThat(found).isEqualTo(delayed(A, 0, found.readyAt()));
		assertThat(found.readyAt()).isBetween(before.plus(HOUR).minusMillis(1), serverTime().plus(HOUR).plusMillis(2));
		advance(HOUR.plus(MINUTE));
		assertThat(find("a")).isEqualTo(ready(A, 0, 0));
	}

	@Test
	void aLeasedJobTellsUntilWhenItIsHeldAndWhereThatIsRecordedByWhom() {
		this.queue.add(A);
		Instant before = serverTime();
		WorkerQueue worker = worker("two:#1");
		Lease lease = leaseOne(worker);
		JobStatus found = find("a");
		assertThat(found).isEqualTo(status(JobState.LEASED, A, 0, 0, null, found.worker(), found.leaseEnd()));
		assertThat(found.leaseEnd()).isBetween(before.plus(LONG).minus(BEHIND), serverTime().plus(LONG).plusMillis(5));
		// In queues of the type delayed, leased jobs stand among those that are delayed.
		boolean isRecorded = this.commands.exists(keysOf("a").key("delayed")) == 0;
		assertThat(found.worker()).isEqualTo(isRecorded ? "two:#1" : null);
		advance(MINUTE);
		assertThat(worker.extend(List.of(lease))).hasSize(1);
		assertThat(find("a").leaseEnd()).isAfterOrEqualTo(before.plus(LONG).plus(MINUTE).minus(BEHIND));
	}

	@Test
	void whoHoldsAJobThatCrashedBeforeIsKnownFromItsStart() {
		reclaimed("a");
		WorkerQueue worker = worker("two:#1");
		worker.start(List.of(leaseOne(worker)), true);
		JobStatus found = find("a");
		assertThat(found.worker()).isEqualTo("two:#1");
		assertThat(found.crashes()).isOne();
	}

	@Test
	void aPauseKeepsFromBeingLeasedWhatIsReadyOrWaits() {
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(job("leased"));
		leaseOne(this.queue);
		this.queue.add(jobs);
		this.queue.add(job("delayed").withDelay(HOUR));
		this.queue.pause();
		assertState(jobs.get(0), JobState.READY, Obstacle.PAUSED);
		assertState(jobs.get(1), JobState.WAITING, Obstacle.PAUSED, Obstacle.GROUPS);
		assertState(job("delayed"), JobState.DELAYED);
		assertState(job("leased"), JobState.LEASED);
		this.queue.resume();
		assertState(jobs.get(0), JobState.READY);
	}

	@Test
	void limitsThatAreReachedKeepAReadyJobFromBeingLeased() {
		List<Job> jobs = jobsOfEachLine(2);
		Job ready = jobs.get(1);
		WorkerQueue bounded = bounded("bounded", 1);
		this.queue.add(jobs);
		List<Lease> leases = leaseAll(bounded);
		assertThat(leases).extracting(Lease::id).doesNotContain(ready.id());
		assertState(ready, JobState.READY, Obstacle.MAX_LEASED);
		WorkerQueue rated = rated("rated", 1);
		bounded.complete(leases);
		leaseAll(rated);
		Job next = job(inLine("next"));
		this.queue.add(next);
		assertState(next, JobState.READY, Obstacle.RATE_LIMIT);
		advance(HOUR.multipliedBy(2));
		assertState(next, JobState.READY);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\ud83d\ude00", " ", "\n", "\u0000", "a\u0000ob", "1:x", "5-1", "{x}" })
	void anyIdIsFound(String id) {
		Job job = job(id).withGroup(this.group);
		this.queue.add(List.of(job("before").withGroup(this.group), job));
		assertState(job, JobState.WAITING, Obstacle.GROUPS);
		assertThat(workOff()).containsExactly("before", id);
		this.queue.add(job(id));
		assertState(job(id), JobState.READY);
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "-3:abc", "1:a-" })
	void aJobWhoseHeadersCannotBeReadIsFoundWithoutThem(String headers) {
		this.queue.add(A.withDelay(HOUR));
		this.commands.hset(keysOf("a").key("headers"), "a", headers);
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		assertThat(find("a").job()).isNotNull();
		assertThat(find("a").job().payload()).isEqualTo(job("a").payload());
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "", "-1", "99999999999999999999" })
	void aRecordOfFailuresOrCrashesThatIsNoNumberIsNone(String record) {
		add("a");
		this.commands.hset(keysOf("a").key("failures"), "a", record);
		this.commands.hset(keysOf("a").key("crashes"), "a", record);
		assertThat(find("a")).isEqualTo(ready(job("a"), 0, 0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "", "3:abc", "5:1:abc" })
	void aDeadLetterThatCannotBeReadIsFoundWithItsRecord(String record) {
		add("a");
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		this.commands.hset(keysOf("a").key("dead:job"), "a", record);
		assertThat(find("a").state()).isEqualTo(JobState.DEAD);
		assertThat(find("a").job()).isNotNull();
		assertThat(find("a").job().payload()).asString().isEqualTo(record);
	}

	@Test
	void aLargeJobIsFound() {
		Job large = Job.of("a", new byte[5_000_000]);
		this.queue.add(large);
		assertState(large, JobState.READY);
	}

	@Test
	void aDeadLetterIsRedrivenWithAnotherPayload() {
		List<Job> jobs = List.of(A, job("b").withGroup(this.group).withHeaders(Map.of("k", "v")));
		this.queue.add(jobs);
		this.queue.retry(Map.of(leaseOne(this.queue), failure(Duration.ZERO)));
		advance(MINUTE);
		leaseAll(this.queue).forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		byte[] payload = "corrected".getBytes(StandardCharsets.UTF_8);
		for (Job job : jobs) {
			assertThat(this.queue.deadLetters().redrive(job.id(), payload)).isTrue();
			Job corrected = Job.of(job.id(), payload).withHeaders(job.headers());
			corrected = (job.group() != null) ? corrected.withGroup(job.group()) : corrected;
			assertThat(find(job.id())).isEqualTo(ready(corrected, 0, 0));
			assertThat(this.queue.deadLetters().get(job.id())).isEmpty();
			assertThat(this.queue.deadLetters().redrive(job.id(), payload)).isFalse();
		}
		assertThat(leaseAll(this.queue)).hasSize(2).extracting(Lease::attempt).containsOnly(1);
	}

	@Test
	void noPayloadOfAJobInTheQueueIsReplacedByRedriving() {
		add("a");
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		add("a");
		assertThat(this.queue.deadLetters().redrive("a", new byte[0])).isFalse();
		assertThat(find("a").job()).isEqualTo(job("a"));
		assertThat(this.queue.cancel("a")).isTrue();
		assertThat(this.queue.deadLetters().redrive("a", new byte[0])).isTrue();
		assertThat(leaseOne(this.queue).job()).isEqualTo(Job.of("a", new byte[0]));
	}

}
