package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RateLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A cleaning mends groups whose jobs ended otherwise, and what instances with other
 * settings may open is opened step by step.
 */
abstract class GroupMendContract extends GroupTests {

	/** The lines of groups, and settings. The other keys of a queue hold jobs. */
	private static final Set<String> KEPT = Set.of("groups", "waiting", "joining", "line", "heads", "open", "kept",
			"paces", "limits", "token", "shards", "type");

	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void aCleaningLeavesAloneWhatIsInOrder(CleanDepth depth) {
		this.queue = create(settings("paced", AGES).groups(new Groups(2, new RateLimit(1, HOUR, 1))).build());
		List<Job> jobs = jobsOf(this.group, 7).stream().map((job) -> job.withHeaders(Map.of("k", "v"))).toList();
		List<Job> others = jobsOf(inLine("other"), 2);
		this.queue.add(jobs.subList(0, 1));
		this.queue.complete(leaseExactly(jobs.get(0)));
		this.queue.add(jobs.subList(1, 5));
		this.queue.add(List.of(jobs.get(5).withDelay(HOUR), others.get(0), others.get(1)));
		assertThat(this.queue.cancel(leaseExactly(others.get(0)).get(0).id())).isTrue();
		advance(HOUR.dividedBy(2));
		assertStates(2, 0, 4, 0);
		var before = snapshot();
		assertThat(create(groupSettings("cleaner", AGES, 2).build()).clean(depth)).isEqualTo(CleanReport.NOTHING);
		assertThat(snapshot()).isEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void aCleaningMendsThePlaceOfAJobThatIsGone(CleanDepth depth) {
		List<Job> jobs = jobsOf(this.group, 3);
		Job other = jobsOf(inLine("other"), 1).get(0);
		this.queue.add(jobs);
		leaseExactly(jobs.get(0));
		loseJobs();
		this.queue.add(other);
		cleanUntilReady(2, depth);
		Lease last = leaseInAnyOrder(other, jobs.get(1)).get(1);
		loseJobs();
		cleanUntilReady(1, depth);
		leaseExactly(jobs.get(2));
		assertThat(complete(this.queue, last)).isFalse();
		loseJobs();
		awaitNothingLeftBehind("lost jobs");
	}

	/** As a replacement leaves it that was cut short. */
	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void aPlaceThatIsLeftOpensNoDelayedJobBeforeItsTime(CleanDepth depth) {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs.subList(0, 2));
		this.queue.add(jobs.get(2).withDelay(HOUR));
		this.commands.zadd(groupKey("open"), 0, this.group + "\0o" + jobs.get(2).id());
		this.queue.clean(depth);
		assertStates(1, 1, 1, 0);
	}

	/** As a call leaves it that failed while it opened the last job of a line. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aJobThatWasAboutToOpenOpensThoughItsGroupHasNoHead(boolean repairs) {
		List<Job> jobs = jobsThatAreAboutToOpen();
		this.queue.complete(leaseExactly(jobs.get(0)));
		if (repairs) {
			this.queue.repair(false);
		}
		else {
			this.queue.clean(CleanDepth.DEEP);
		}
		this.queue.complete(leaseExactly(jobs.get(1)));
		assertNothingIsLeftBehind();
	}

	@Test
	void aJobThatWasAboutToOpenIsCancelled() {
		List<Job> jobs = jobsThatAreAboutToOpen();
		assertThat(this.queue.cancel(jobs.get(1).id())).isTrue();
		this.queue.complete(leaseExactly(jobs.get(0)));
		assertNothingIsLeftBehind();
	}

	/** The second one has its place, but stands nowhere. */
	private List<Job> jobsThatAreAboutToOpen() {
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(jobs);
		this.commands.del(groupKey("line"), groupKey("heads"));
		this.commands.zadd(groupKey("open"), 0, this.group + "\0o" + jobs.get(1).id());
		return jobs;
	}

	/** As if somebody had removed the keys, or completed the jobs by other means. */
	private void loseJobs() {
		String[] lost = this.redis.keys()
			.stream()
			.filter((key) -> key.startsWith(groupKey("")))
			.filter((key) -> !KEPT.contains(key.substring(groupKey("").length())))
			.toArray(String[]::new);
		this.commands.del(lost);
	}

	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void whatOthersWroteToTheLinesHoldsUpNobody(CleanDepth depth) {
		List<Job> jobs = jobsOf(this.group, 4);
		this.queue.add(jobs.subList(0, 3));
		this.queue.add(jobs.get(3).withDelay(HOUR));
		for (String garbage : List.of("garbage", "", "\u0000", this.group, this.group + "\u0000",
				this.group + "\u0000garbage", this.group + "\u0000k\u0000", "other\u00000000000000000001:0:a")) {
			for (String key : List.of("line", "open", "heads", "joining", "kept", "paces")) {
				this.commands.zadd(groupKey(key), 0, garbage);
			}
			for (String key : List.of("groups", "waiting")) {
				this.commands.hset(groupKey(key), "id of " + garbage, garbage);
			}
		}
		advance(HOUR.multipliedBy(2));
		List<String> order = new ArrayList<>();
		await().pollDelay(Duration.ZERO).until(() -> {
			this.queue.clean(depth);
			order.addAll(workOff());
			return order.size() == 4;
		});
		assertThat(order).isEqualTo(idsOf(jobs));
	}

	private void cleanUntilReady(long count, CleanDepth depth) {
		await().pollDelay(Duration.ZERO).until(() -> {
			this.queue.clean(depth);
			advance(SHORT);
			return this.queue.counts().ready() == count;
		});
	}

	@Test
	void whatANewerInstanceMayOpenIsOpenedStepByStep() {
		List<Job> jobs = jobsOf(this.group, 360);
		this.queue.add(jobs);
		Lease first = leaseExactly(jobs.get(0)).get(0);
		this.queue = grouped("newer", 250);
		List<Lease> leases = new ArrayList<>(leaseAll(this.queue));
		leases.add(0, first);
		await().pollDelay(Duration.ZERO).until(() -> {
			int before = leases.size();
			this.queue.clean(CleanDepth.LIGHT);
			leases.addAll(leaseAll(this.queue));
			assertThat(leases.size()).isLessThanOrEqualTo(250);
			return leases.size() == before;
		});
		assertThat(ids(leases)).isEqualTo(idsOf(jobs.subList(0, 250)));
		assertThat(this.queue.complete(leases.subList(1, 6))).hasSize(5);
		assertThat(ids(leaseAll(this.queue))).isEqualTo(idsOf(jobs.subList(250, 255)));
	}

	/** So many jobs do not open with one cleaning, but one of each group comes first. */
	@Test
	void noGroupHasToWaitUntilOthersHaveOpenedAllTheyMay() {
		List<String> groups = IntStream.range(0, 30).mapToObj((i) -> inLine("group-" + i)).toList();
		groups.forEach((group) -> this.queue.add(jobsOf(group, 100)));
		Map<String, Long> before = byGroup(leaseAll(this.queue));
		assertThat(before).hasSize(30).allSatisfy((group, open) -> assertThat(open).isOne());
		this.queue = grouped("newer", 100);
		Map<String, Long> after = new HashMap<>();
		await().pollDelay(Duration.ZERO).until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			byGroup(leaseAll(this.queue)).forEach((group, open) -> after.merge(group, open, Long::sum));
			return !after.isEmpty();
		});
		assertThat(after).containsOnlyKeys(groups);
	}

	private static Map<String, Long> byGroup(List<Lease> leases) {
		return leases.stream().collect(Collectors.groupingBy((lease) -> lease.job().group(), Collectors.counting()));
	}

	@Test
	void ofANewerInstanceThatMayOpenLessNothingOpensUntilEnoughHaveEnded() {
		List<Job> jobs = jobsOf(this.group, 6);
		grouped("older", 3).add(jobs);
		this.queue = grouped("newer", 1);
		List<Lease> leases = leaseExactly(jobs.get(0), jobs.get(1), jobs.get(2));
		for (Lease lease : leases) {
			leaseExactly();
			assertThat(complete(this.queue, lease)).isTrue();
		}
		assertStates(2, 1, 0, 0);
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(3, 6)));
		assertNothingIsLeftBehind();
	}

	@Test
	void anInstanceWithoutGroupsThatStartsLaterOpensAllStepByStep() {
		List<Job> jobs = jobsOf(this.group, 250);
		this.queue.add(jobs);
		this.queue = worker("free", AGES);
		List<Lease> leases = new ArrayList<>();
		await().pollDelay(Duration.ZERO).until(() -> {
			leases.addAll(leaseAll(this.queue));
			this.queue.clean(CleanDepth.LIGHT);
			return leases.size() == 250;
		});
		assertThat(leases).extracting(Lease::job).containsExactlyElementsOf(jobs);
		this.queue.complete(leases);
		assertNothingIsLeftBehind();
	}

}
