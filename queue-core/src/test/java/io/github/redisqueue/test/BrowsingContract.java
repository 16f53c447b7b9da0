package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The jobs of each state are read page by page, as many as are counted, and each as it is
 * found.
 */
abstract class BrowsingContract extends GroupTests {

	private static final int MAX_PAYLOADS = 4 * 1024 * 1024;

	private static List<String> ids(List<JobStatus> jobs) {
		return jobs.stream().map(JobStatus::id).toList();
	}

	/** Jobs of groups and others, so many in each state, and in each way to get there. */
	private void fill(int count) {
		WorkerQueue two = grouped("two", 2);
		List<Job> jobs = IntStream.range(0, 8 * count)
			.mapToObj((i) -> job("job-" + i).withHeaders(Map.of("k", "v-" + i)))
			.toList();
		this.queue.add(jobs);
		this.queue.add(jobsOf(this.group, 3 * count));
		this.queue.add(jobsOf(inLine("another"), 3 * count));
		List<Lease> leases = new ArrayList<>(two.lease(6 * count).leases());
		while (leases.size() < 6 * count) {
			leases.addAll(two.lease(6 * count - leases.size()).leases());
		}
		for (int i = 0; i < count; i++) {
			two.retry(Map.of(leases.get(6 * i), failure(HOUR)));
			two.postpone(Map.of(leases.get(6 * i + 1), Duration.ofDays(20)));
			two.release(List.of(leases.get(6 * i + 2)));
			two.bury(Map.of(leases.get(6 * i + 3), CAUSE));
			two.complete(List.of(leases.get(6 * i + 4)));
			this.queue.add(List.of(job("delayed-" + i).withDelay(HOUR.multipliedBy(2)),
					job("joining-" + i).withGroup("third").withDelay(HOUR.multipliedBy(3))));
		}
		this.queue.lease(count);
	}

	@Test
	void theOldestComeFirst() {
		List<String> ids = IntStream.range(0, 12).mapToObj((i) -> inLine("job-" + (99 - i))).toList();
		this.queue.add(ids.stream().map(QueueFixture::job).toList());
		assertThat(shown().ids(JobState.READY, 5)).isEqualTo(ids);
		List<Lease> leases = leaseAll(this.queue);
		assertThat(leases).extracting(Lease::id).isEqualTo(ids);
		assertThat(shown().ids(JobState.LEASED, 5)).containsExactlyInAnyOrderElementsOf(ids);
		leases.forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		assertThat(shown().ids(JobState.DEAD, 5)).isEqualTo(ids);
		this.queue.deadLetters().redriveAll();
		for (int i = 0; i < ids.size(); i++) {
			this.queue.reschedule(ids.get(i), HOUR.multipliedBy(1 + (i * 5) % 12));
		}
		List<String> byTime = IntStream.range(0, 12).mapToObj((i) -> ids.get((i * 5) % 12)).toList();
		assertThat(shown().ids(JobState.DELAYED, 5)).isEqualTo(byTime);
		advance(HOUR.multipliedBy(24));
		assertThat(shown().ids(JobState.READY, 5)).isEqualTo(byTime);
		assertThat(leaseAll(this.queue)).extracting(Lease::id).isEqualTo(byTime);
	}

	@Test
	void jobsThatWaitComeGroupByGroupInTheirOrder() {
		List<Job> ones = jobsOf(inLine("a"), 7);
		List<Job> others = jobsOf(inLine("b"), 7);
		List<String> waiting = new ArrayList<>();
		for (int i = 0; i < 7; i++) {
			this.queue.add(List.of(ones.get(i), others.get(i)));
		}
		waiting.addAll(idsOf(ones.subList(1, 7)));
		waiting.addAll(idsOf(others.subList(1, 7)));
		String last = inLine("last");
		this.queue.add(job(last).withGroup(inLine("a")).withDelay(HOUR));
		assertThat(shown().ids(JobState.DELAYED, 1)).containsExactly(last);
		advance(HOUR.multipliedBy(2));
		waiting.add(last);
		assertThat(shown().ids(JobState.WAITING, 5)).hasSize(13).startsWith(waiting.get(0));
		assertThat(shown().ids(JobState.WAITING, 500).stream().filter(waiting::contains).toList()).isEqualTo(waiting);
		assertThat(shown().all(JobState.WAITING, 5, false)).allSatisfy((job) -> {
			assertThat(job.group()).isIn(inLine("a"), inLine("b"));
			assertThat(job.obstacles()).containsExactly(Obstacle.GROUPS);
		});
	}

	@Test
	void manyJobsAreReadInPages() {
		List<Job> jobs = jobs(1200);
		this.queue.add(jobs);
		assertManyAreRead(JobState.READY, jobs);
		List<Lease> leases = leaseAll(this.queue);
		assertManyAreRead(JobState.LEASED, jobs);
		this.queue.complete(leases);
		this.queue.add(jobs.stream().map((job) -> job.withReadyAt(serverTime().plus(HOUR))).toList());
		assertManyAreRead(JobState.DELAYED, jobs);
		advance(HOUR.multipliedBy(2));
		assertManyAreRead(JobState.READY, jobs);
		this.queue.bury(each(leaseAll(this.queue), CAUSE));
		assertManyAreRead(JobState.DEAD, jobs);
		List<Job> waiting = jobsOf(this.group, 1201);
		this.queue.add(waiting);
		assertManyAreRead(JobState.WAITING, waiting.subList(1, 1201));
	}

	private void assertManyAreRead(JobState state, List<Job> jobs) {
		List<JobPage> pages = shown().pages(state, 500, false);
		assertThat(pages.stream().flatMap((page) -> page.jobs().stream()).map(JobStatus::id).toList())
			.as(state.toString())
			.containsExactlyInAnyOrderElementsOf(idsOf(jobs));
		assertThat(pages).as("the pages of %s are full", state).hasSizeLessThanOrEqualTo(5);
	}

	@Test
	void jobsWithTheSameReadyTimeAreAllRead() {
		var time = serverTime().plus(HOUR);
		this.queue.add(jobs(50).stream().map((job) -> job.withReadyAt(time)).toList());
		this.queue.add(jobsOf(this.group, 50).stream().map((job) -> job.withReadyAt(time)).toList());
		assertThat(shown().ids(JobState.DELAYED, 7)).hasSize(100).doesNotHaveDuplicates();
		String cursor = this.queue.browse(JobState.DELAYED, null, 20).cursor();
		List<String> seen = new ArrayList<>(ids(this.queue.browse(JobState.DELAYED, null, 20).jobs()));
		this.queue.cancel(seen.get(19));
		while (cursor != null) {
			JobPage page = this.queue.browse(JobState.DELAYED, cursor, 20);
			seen.addAll(ids(page.jobs()));
			cursor = page.cursor();
		}
		assertThat(new HashSet<>(seen)).as("with the last of a page gone").hasSize(100);
	}

	@Test
	void thePayloadsOfAPageAreNotLarge() {
		List<Job> jobs = IntStream.range(0, 7)
			.mapToObj((i) -> Job.of(inLine("job-" + i), new byte[(i == 3) ? 5_000_000 : 1_500_000]))
			.toList();
		this.queue.add(jobs);
		assertPagesAreNotLarge(JobState.READY, jobs);
		this.queue.pause();
		jobs.forEach((job) -> this.queue.reschedule(job.id(), HOUR));
		assertPagesAreNotLarge(JobState.DELAYED, jobs);
		this.queue.resume();
		advance(HOUR.multipliedBy(2));
		List<Lease> leases = leaseAll(this.queue);
		assertPagesAreNotLarge(JobState.LEASED, jobs);
		leases.forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		assertPagesAreNotLarge(JobState.DEAD, jobs);
		List<Job> grouped = jobs.stream()
			.map((job) -> Job.of("next-" + job.id(), job.payload()).withGroup(this.group))
			.toList();
		this.queue.add(job("first").withGroup(this.group));
		this.queue.add(grouped);
		assertPagesAreNotLarge(JobState.WAITING, grouped);
	}

	private void assertPagesAreNotLarge(JobState state, List<Job> jobs) {
		List<JobPage> pages = shown().pages(state, 500, true);
		assertThat(pages.stream().flatMap((page) -> page.jobs().stream()).map(JobStatus::job).toList())
			.as(state.toString())
			.containsExactlyInAnyOrderElementsOf(jobs);
		assertThat(pages).allSatisfy((page) -> {
			long bytes = page.jobs().stream().mapToLong(JobStatus::payloadSize).sum();
			assertThat(bytes <= MAX_PAYLOADS || page.jobs().size() == 1).as("%d bytes of %s", bytes, state).isTrue();
		});
		assertThat(shown().all(state, 500, false)).hasSameSizeAs(jobs)
			.allSatisfy((job) -> assertThat(job.payloadSize()).isGreaterThanOrEqualTo(1_500_000));
	}

	@Test
	void aJobThatStaysIsSeenWhileOthersMove() {
		List<String> ids = IntStream.range(0, 100).mapToObj((i) -> inLine("job-" + i)).toList();
		this.queue.add(ids.stream().map(QueueFixture::job).toList());
		Set<String> seen = new HashSet<>();
		String cursor = read(null, seen);
		assertThat(this.queue.lease(5).leases()).hasSize(5);
		cursor = read(cursor, seen);
		add(inLine("new"));
		cursor = read(cursor, seen);
		assertThat(seen).hasSize(30);
		this.queue.release(this.queue.lease(3).leases());
		assertThat(this.queue.lease(40).leases()).hasSize(40);
		cursor = read(cursor, seen);
		this.queue.cancel(ids.subList(50, 60));
		while (cursor != null) {
			cursor = read(cursor, seen);
		}
		assertThat(seen).containsAll(ids.subList(60, 100)).contains(inLine("new"));
	}

	@Test
	void aJobThatStaysIsSeenAlthoughTheLastOfAPageComesBack() {
		List<String> ids = IntStream.range(0, 17).mapToObj((i) -> inLine("job-" + i)).toList();
		this.queue.add(ids.stream().map(QueueFixture::job).toList());
		Set<String> seen = new HashSet<>();
		String cursor = read(null, seen);
		List<Lease> leases = new ArrayList<>();
		while (leases.size() < 10) {
			leases.addAll(this.queue.lease(10 - leases.size()).leases());
		}
		assertThat(this.queue.complete(leases)).hasSize(10);
		add(ids.get(9));
		while (cursor != null) {
			cursor = read(cursor, seen);
		}
		assertThat(seen).containsAll(ids);
	}

	private @Nullable String read(@Nullable String cursor, Set<String> seen) {
		JobPage page = this.queue.browse(JobState.READY, cursor, 10);
		page.jobs().forEach((job) -> seen.add(job.id()));
		return page.cursor();
	}

	@Test
	void whoHasCancelledAPageGoesOnWithTheNext() {
		fill(3);
		for (JobState state : List.of(JobState.READY, JobState.DELAYED, JobState.WAITING, JobState.LEASED)) {
			String cursor = null;
			do {
				JobPage page = this.queue.browse(state, cursor, 2);
				this.queue.cancel(ids(page.jobs()));
				cursor = page.cursor();
			}
			while (cursor != null);
		}
		QueueCounts counts = this.queue.counts();
		assertThat(counts.delayed() + counts.leased()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void aCursorThatIsNoneIsRefused(JobState state) {
		fill(2);
		List<String> wrong = new ArrayList<>(Arrays.asList("", "x", "!", ".", "0.!", "0.x", "-1.", "99.", "1 2 3",
				"UkVBRFkgMSAxIGE", "\ud83d\ude00"));
		for (JobState other : JobState.values()) {
			if (other != state) {
				wrong.add(this.queue.browse(other, null, 1).cursor());
			}
		}
		for (String cursor : wrong.stream().filter((one) -> one != null && !isBegin(one)).toList()) {
			if (!cursor.equals("UkVBRFkgMSAxIGE") || state != JobState.READY) {
				assertThatIllegalArgumentException().as(cursor)
					.isThrownBy(() -> this.queue.browse(state, cursor, 1))
					.withMessageContainingAll("cursor", "orders");
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "1e300", "1.5", "-1", "inf", "99999999999999999999" })
	void aCursorWithAPositionThatNoPageHasGivenBeginsAnew(String position) {
		String id = inLine("a");
		add(id);
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		String cursor = Base64.getUrlEncoder().encodeToString(("DEAD 1 " + position + " 1:a").getBytes());
		String ofFirstShard = (this.factory.lines() > 1) ? "0." + cursor : cursor;
		assertThat(ids(this.queue.browse(JobState.DEAD, ofFirstShard, 1).jobs())).containsExactly(id);
	}

	/** With shards, the page behind the last of a shard is the first of the next one. */
	private static boolean isBegin(String cursor) {
		return cursor.matches("[0-2]\\.");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 501, Integer.MAX_VALUE })
	void aPageHasOneToFiveHundredJobs(int count) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.browse(JobState.READY, null, count))
			.withMessageContainingAll("500", Integer.toString(count));
	}

}
