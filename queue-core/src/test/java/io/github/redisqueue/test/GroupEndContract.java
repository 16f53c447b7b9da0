package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever ends an open job of a group opens the next one, and nothing else does.
 */
abstract class GroupEndContract extends GroupTests {

	@ParameterizedTest
	@EnumSource(End.class)
	void eachEndOpensTheNext(End end) {
		List<Job> jobs = jobsOf(this.group, 4);
		List<Job> others = jobsInLine(2);
		this.queue.add(jobs.subList(0, 3));
		for (int i = 0; i < 2; i++) {
			end.act.accept(this, jobs.get(i));
			assertStates(1 - i, 1, 0, 0);
			this.queue.add(others.get(i));
			List<Lease> leases = leaseInAnyOrder(jobs.get(i + 1), others.get(i));
			assertThat(complete(this.queue, leases.get(1))).isTrue();
			this.queue.release(leases.subList(0, 1));
		}
		end.act.accept(this, jobs.get(2));
		assertStates(0, 0, 0, 0);
		this.queue.add(jobs.get(3));
		assertThat(workOff()).containsExactly(jobs.get(3).id());
		awaitNothingLeftBehind(end.name());
	}

	@Test
	void theNextStandsBehindAllThatAreReady() {
		List<Job> jobs = jobsOf(this.group, 2);
		List<Job> others = jobsInLine(3);
		this.queue.add(jobs);
		Lease lease = leaseExactly(jobs.get(0)).get(0);
		this.queue.add(others);
		assertThat(complete(this.queue, lease)).isTrue();
		leaseExactly(others.get(0), others.get(1), others.get(2), jobs.get(1));
	}

	@Test
	void manyEndsInOneCallOpenOneEach() {
		List<List<Job>> groups = Stream.iterate(0, (i) -> i + 1)
			.map((i) -> "group-" + i)
			.filter((name) -> line(name) == 0)
			.limit(40)
			.map((name) -> jobsOf(name, 3))
			.toList();
		this.queue.add(groups.stream().flatMap(List::stream).toList());
		for (int i = 0; i < 3; i++) {
			assertStates(80 - 40 * i, 40, 0, 0);
			int round = i;
			List<Lease> leases = leaseAll(this.queue);
			assertThat(leases).extracting(Lease::job)
				.containsExactlyInAnyOrderElementsOf(groups.stream().map((jobs) -> jobs.get(round)).toList());
			assertThat((i == 1) ? this.queue.bury(each(leases, CAUSE)) : this.queue.complete(leases)).hasSize(40);
		}
		awaitNothingLeftBehind("many ends");
	}

	@Test
	void aJobThatCannotBeReadLetsTheGroupGoOn() {
		List<Job> jobs = jobsOf(this.group, 3).stream().map((job) -> job.withHeaders(Map.of("k", "v"))).toList();
		this.queue.add(jobs);
		Lease lease = leaseExactly(jobs.get(0)).get(0);
		this.commands.hset(groupKey("headers"), jobs.get(1).id(), "garbage");
		assertThat(complete(this.queue, lease)).isTrue();
		Lease last = awaitLease(this.queue);
		assertThat(last.job()).isEqualTo(jobs.get(2));
		assertStates(0, 0, 0, 1);
		assertThat(this.queue.deadLetters().get(jobs.get(1).id())).isPresent();
	}

	/** Who handles it may still be at work. */
	@ParameterizedTest
	@EnumSource(value = Settlement.class, mode = Mode.EXCLUDE, names = { "START", "EXTEND" })
	void aCancelledJobKeepsItsPlaceUntilItsHolderReports(Settlement settlement) {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		Lease lost = leaseExactly(jobs.get(0)).get(0);
		assertThat(this.queue.cancel(lost.id())).isTrue();
		assertThat(this.queue.cancel(lost.id())).isFalse();
		assertIsHeldUp(2);
		assertThat(Settlement.START.by(this.queue, lost)).isFalse();
		assertThat(Settlement.EXTEND.by(this.queue, lost)).isFalse();
		assertIsHeldUp(2);
		assertThat(settlement.by(this.queue, lost)).isFalse();
		assertStates(1, 1, 0, 0);
		assertThat(settlement.by(this.queue, lost)).as("a second time").isFalse();
		assertStates(1, 1, 0, 0);
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(1, 3)));
		assertNothingIsLeftBehind();
	}

	private void assertIsHeldUp(int waiting) {
		this.queue.clean(CleanDepth.LIGHT);
		leaseExactly();
		assertStates(waiting, 0, 0, 0);
		assertObstacles(Obstacle.GROUPS);
	}

	@Test
	void aCancelledJobKeepsItsPlaceForALeaseTimeAtMost() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		leaseExactly(jobs.get(0));
		WorkerQueue canceller = create(groupSettings("canceller", HOUR, 1).build());
		assertThat(canceller.cancel(jobs.get(0).id())).isTrue();
		advance(Duration.ofMinutes(59));
		canceller.clean(CleanDepth.LIGHT);
		assertIsHeldUp(2);
		advance(Duration.ofMinutes(2));
		canceller.clean(CleanDepth.LIGHT);
		assertStates(1, 1, 0, 0);
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(1, 3)));
		assertNothingIsLeftBehind();
	}

	@Test
	void aHolderWhoseLeaseHasRunOutKeepsThePlaceUntilItsJobIsReclaimed() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		leaseExactly(jobs.get(0));
		runOut(AGES);
		assertThat(this.queue.cancel(jobs.get(0).id())).isTrue();
		assertIsHeldUp(2);
		advance(AGES);
		this.queue.clean(CleanDepth.LIGHT);
		leaseExactly(jobs.get(1));
		runOut(AGES);
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(this.queue.cancel(jobs.get(1).id())).isTrue();
		assertStates(0, 1, 0, 0);
	}

	@Test
	void aReplacedJobKeepsItsPlaceUntilItsHolderReportsAndItsReplacementWaits() {
		List<Job> jobs = jobsOf(this.group, 2);
		Job replacement = Job.of(jobs.get(0).id(), new byte[] { 1 }).withGroup(this.group);
		this.queue.add(jobs);
		Lease lost = leaseExactly(jobs.get(0)).get(0);
		assertThat(this.queue.add(List.of(replacement), AddMode.REPLACE)).hasSize(1);
		assertIsHeldUp(2);
		assertThat(complete(this.queue, lost)).isFalse();
		assertStates(1, 1, 0, 0);
		Lease next = leaseExactly(jobs.get(1)).get(0);
		assertThat(complete(this.queue, lost)).isFalse();
		assertStates(1, 0, 0, 1);
		assertThat(complete(this.queue, next)).isTrue();
		Lease last = leaseExactly(replacement).get(0);
		assertThat(complete(this.queue, lost)).isFalse();
		assertThat(complete(this.queue, last)).isTrue();
		assertNothingIsLeftBehind();
	}

	private WorkerQueue strict(Job job) {
		return create(groupSettings("strict " + job.id(), AGES, 1).maxRetries(0).build());
	}

	/** An end of a job that is ready. */
	enum End {

		COMPLETE((test, job) -> assertThat(complete(test.queue, test.leaseExactly(job).get(0))).isTrue()),

		BURY((test, job) -> assertThat(test.queue.bury(Map.of(test.leaseExactly(job).get(0), CAUSE))).hasSize(1)),

		LAST_FAILURE((test, job) -> {
			WorkerQueue strict = test.strict(job);
			assertThat(strict.retry(Map.of(leaseOne(strict), failure(HOUR))).buried()).hasSize(1);
		}),

		CRASH((test, job) -> {
			assertThat(leaseOne(test.vanishing("vanishing")).job()).isEqualTo(job);
			test.commands.hset(test.groupKey("crashes"), job.id(), "999");
			test.runOut(SHORT);
			test.cleanUntilLeased(0);
			assertThat(test.queue.deadLetters().get(job.id())).isPresent();
		}),

		LATE_COMPLETION((test, job) -> {
			WorkerQueue vanishing = test.vanishing("vanishing");
			Lease lease = leaseOne(vanishing);
			test.runOut(SHORT);
			test.cleanUntilLeased(0);
			assertThat(complete(vanishing, lease)).isTrue();
		}),

		CANCEL_READY((test, job) -> assertThat(test.queue.cancel(job.id())).isTrue()),

		CANCEL_RECLAIMED((test, job) -> {
			leaseOne(test.vanishing("vanishing"));
			test.runOut(SHORT);
			test.cleanUntilLeased(0);
			assertThat(test.queue.cancel(job.id())).isTrue();
		}),

		CANCEL_DELAYED((test, job) -> {
			test.queue.retry(Map.of(test.leaseExactly(job).get(0), failure(HOUR)));
			assertThat(test.queue.cancel(job.id())).isTrue();
		}),

		CANCEL_RESCHEDULED((test, job) -> {
			assertThat(test.queue.reschedule(job.id(), HOUR)).isTrue();
			assertThat(test.queue.cancel(job.id())).isTrue();
		});

		private final BiConsumer<GroupEndContract, Job> act;

		End(BiConsumer<GroupEndContract, Job> act) {
			this.act = act;
		}

	}

}
