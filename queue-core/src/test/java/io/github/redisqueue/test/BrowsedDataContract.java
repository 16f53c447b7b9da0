package io.github.redisqueue.test;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What others wrote, and what is left of jobs that have ended, hides no job from those
 * who browse.
 */
abstract class BrowsedDataContract extends GroupTests {

	@Test
	void manyGhostsTakeSeveralCalls() {
		List<Job> jobs = jobsInLine(2500);
		String last = inLine("last");
		this.queue.add(jobs);
		long payloads = this.commands
			.unlink(jobs.stream().map((job) -> keysOf(last).key("item:" + job.id())).toArray(String[]::new))
				+ this.commands.unlink(keysOf(last).key("jobs"));
		add(last);
		assertThat(shown().ids(JobState.READY, 10)).endsWith(last).hasSize((payloads > 0) ? 1 : 2501);
		JobPage first = this.queue.browse(JobState.READY, null, 10);
		assertThat(first.jobs()).hasSize((payloads > 0) ? 0 : 10);
		assertThat(first.cursor()).isNotNull();
	}

	@Test
	void aTimeThatIsNoneIsNotShown() {
		this.queue.add(job("a").withGroup(this.group).withDelay(HOUR));
		String member = this.commands.zrange(groupKey("joining"), 0, 0).get(0);
		this.commands.zadd(groupKey("joining"), Double.POSITIVE_INFINITY, member);
		assertThat(shown().all(JobState.DELAYED, 1, true)).extracting(JobStatus::readyAt)
			.containsOnlyNulls()
			.hasSize(1);
		this.commands.zadd(groupKey("joining"), Double.NEGATIVE_INFINITY, member);
		assertThat(shown().all(JobState.WAITING, 1, true)).extracting(JobStatus::readyAt)
			.containsOnlyNulls()
			.hasSize(1);
	}

	@Test
	void aPositionThatNoRecordNamesIsNoJob() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		this.queue.add(job("later").withGroup(this.group).withDelay(HOUR));
		String position = "0000000000000001:0000000000001:";
		this.commands.zadd(groupKey("line"), 0, this.group + "\0" + position + jobs.get(1).id());
		this.commands.zadd(groupKey("line"), 0, this.group + "\0" + position + "unknown");
		this.commands.zadd(groupKey("joining"), 1, position + "later");
		this.commands.zadd(groupKey("joining"), 2, position + jobs.get(2).id());
		assertThat(shown().ids(JobState.WAITING, 2)).isEqualTo(idsOf(jobs.subList(1, 3)));
		assertThat(shown().ids(JobState.DELAYED, 2)).containsExactly("later");
	}

	@Test
	void manyHeadersTakeSeveralPages() {
		Map<String, String> headers = Map.of("large", "x".repeat(1_500_000));
		List<String> ids = IntStream.range(0, 4).mapToObj((i) -> inLine("job-" + i)).toList();
		this.queue.add(ids.stream().map((id) -> job(id).withHeaders(headers)).toList());
		List<JobPage> pages = shown().pages(JobState.READY, 500, true);
		assertThat(pages).allSatisfy((page) -> assertThat(page.jobs()).hasSizeLessThanOrEqualTo(2));
		assertThat(shown().ids(JobState.READY, 500)).isEqualTo(ids);
	}

	@Test
	void oneBadJobHidesNoOther() {
		String bad = inLine("bad");
		this.queue.add(job(bad).withDelay(HOUR).withHeaders(Map.of("k", "v")));
		this.commands.hset(keysOf(bad).key("headers"), bad, "garbage");
		advance(HOUR.multipliedBy(2));
		add(inLine("ready"));
		this.commands.hset(keysOf(bad).key("failures"), bad, "garbage");
		assertThat(shown().all(JobState.READY, 500, true)).extracting(JobStatus::id)
			.containsExactlyInAnyOrder(bad, inLine("ready"));
		this.queue.cancel(bad);
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		add(bad);
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		this.commands.hset(keysOf(bad).key("dead:job"), bad, "garbage");
		assertThat(shown().all(JobState.DEAD, 500, true)).extracting(JobStatus::id)
			.containsExactly(inLine("ready"), bad);
		this.commands.hdel(keysOf(bad).key("dead:job"), bad);
		assertThat(shown().all(JobState.DEAD, 500, false)).extracting(JobStatus::id)
			.containsExactly(inLine("ready"), bad);
		this.commands.zadd(keysOf(bad).key("line"), 0, "garbage");
		this.commands.zadd(keysOf(bad).key("joining"), 0, "garbage");
		this.commands.zadd(keysOf(bad).key("joining"), Double.POSITIVE_INFINITY, "more");
		this.commands.zadd(keysOf(bad).key("delayed"), Double.POSITIVE_INFINITY, "infinite");
		this.commands.zadd(keysOf(bad).key("delayed"), Double.NEGATIVE_INFINITY, "past");
		for (JobState state : List.of(JobState.WAITING, JobState.DELAYED, JobState.READY, JobState.LEASED)) {
			assertThat(shown().ids(state, 1)).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aCursorThatNoPageHasGivenFailsInNoScript(JobState state) {
		this.queue.add(List.of(job("a"), job("b"), job("later").withDelay(HOUR), job("open").withGroup(this.group),
				job("waits").withGroup(this.group)));
		this.queue.lease(1);
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		for (String number : List.of("", "0", "1", "-1", "1.5", "1e300", "-1e999", "inf", "99999999999999999999")) {
			for (String anchor : List.of("", "a", "1:a", "-", "--", "0-1", "99999999999999999999-1")) {
				for (int section = 1; section <= 3; section++) {
					String text = state + " " + section + " " + number + " " + anchor;
					String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes());
					Throwable thrown = catchThrowable(
							() -> this.queue.browse(state, (this.factory.lines() > 1) ? "0." + cursor : cursor, 1));
					assertThat(thrown).as(text)
						.satisfiesAnyOf((none) -> assertThat(none).isNull(),
								(refused) -> assertThat(refused).isInstanceOf(IllegalArgumentException.class));
				}
			}
		}
	}

}
