package io.github.redisqueue.algorithm.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a {@code stream} queue writes into Redis: section 6 of the design.
 */
class StreamKeysTest extends StreamQueueTests {

	@Test
	void aReadyJobIsAnEntryThatItsIdLeadsTo() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v", "empty", "")));
		assertKeys("stream", "ids");
		StreamMessage<String, String> entry = entries().get(0);
		assertThat(entry.getBody())
			.containsExactlyInAnyOrderEntriesOf(Map.of("id", "a", "data", "payload of a", "h:k", "v", "h:empty", ""));
		assertThat(this.commands.hgetall(key("ids"))).isEqualTo(Map.of("a", entry.getId()));
	}

	@Test
	void aDelayedJobIsAScoreAPayloadAndHeadersUntilItIsDue() {
		this.queue.add(List.of(job("a").withDelay(SHORT).withHeaders(Map.of("k", "v")), job("b").withDelay(SHORT)));
		assertKeys("delayed", "jobs", "headers");
		assertThat(this.commands.hgetall(key("jobs"))).isEqualTo(Map.of("a", "payload of a", "b", "payload of b"));
		assertThat(this.commands.hkeys(key("headers"))).containsExactly("a");
		assertThat(this.commands.zrange(key("delayed"), 0, -1)).containsExactly("a", "b");
		await().until(() -> this.queue.counts().ready() == 2);
		assertThat(this.queue.lease(1).leases()).hasSize(1);
		assertKeys("stream", "ids", "token");
		assertThat(entries()).extracting((entry) -> entry.getBody().get("h:k")).containsExactly("v", null);
	}

	@Test
	void aLeasedJobIsPendingForItsWorkerAndLeaseTime() {
		add("a", "b");
		Lease lease = leaseOne(this.queue);
		assertKeys("stream", "ids", "token");
		assertThat(pending()).containsExactly("600000:one " + entry("a") + " 1");
		assertThat(lease.token()).isEqualTo(1);
		assertThat(GivenLeases.receipt(lease)).isEqualTo(entry("a"));
		assertThat(this.commands.get(key("token"))).isEqualTo("1");
	}

	@Test
	void aHeartbeatBeginsTheLeaseTimeAnew() {
		add("a");
		Lease lease = leaseOne(this.queue);
		await().until(() -> idle() > 20);
		this.queue.extend(List.of(lease));
		assertThat(pending()).containsExactly("600000:one " + entry("a") + " 1");
		assertThat(idle()).isLessThan(20_000);
		worker("one", Duration.ofMinutes(1)).extend(List.of(lease));
		assertThat(pending()).as("the lease time is that of the last heartbeat")
			.containsExactly("60000:one " + entry("a") + " 1");
	}

	private long idle() {
		return this.commands.xpending(key("stream"), GROUP, Range.unbounded(), Limit.from(1))
			.get(0)
			.getMsSinceLastDelivery();
	}

	@Test
	void aDrainedQueueKeepsItsStreamItsTokenAndItsBell() {
		add("a", "b");
		List<Lease> leases = this.queue.lease(2).leases();
		this.queue.release(leases.subList(0, 1));
		complete(this.queue, leases.get(1));
		complete(this.queue, leaseOne(this.queue));
		assertKeys("stream", "token");
		assertThat(entries()).isEmpty();
		assertThat(pending()).isEmpty();
	}

	@Test
	void aReleasedJobKeepsItsEntryAndIsTakenBeforeWhatIsNew() {
		add("a", "b");
		Lease released = leaseOne(this.queue);
		String entry = entry("a");
		this.queue.release(List.of(released));
		assertThat(pending()).containsExactly("released " + entry + " 1");
		assertThat(entries()).hasSize(2);
		assertThat(this.queue.counts().ready()).isEqualTo(2);
		assertThat(complete(worker("released", LONG), released)).as("by a worker of that name").isFalse();
		assertThat(ids(this.queue.lease(10).leases())).containsExactly("a", "b");
		assertThat(pending()).containsExactly("600000:one " + entry + " 2", "600000:one " + entry("b") + " 1");
	}

	@Test
	void aReclaimedJobKeepsItsEntryAndHasAPlaceAtTheTail() {
		abandoned("a");
		add("b");
		this.queue.clean(CleanDepth.LIGHT);
		String entry = entry("a");
		StreamMessage<String, String> place = entries().get(2);
		assertThat(place.getBody()).isEqualTo(Map.of("id", "a", "place-of", entry));
		assertThat(this.commands.hget(key("ids"), "a")).isEqualTo(entry + " " + place.getId());
		assertThat(pending()).containsExactly("reclaimed " + entry + " 1");
		assertThat(this.queue.counts().ready()).isEqualTo(2);
		assertThat(ids(this.queue.lease(10).leases())).containsExactly("b", "a");
		assertThat(this.commands.hget(key("ids"), "a")).isEqualTo(entry);
		assertThat(entries()).as("the place is gone").hasSize(2);
		assertThat(pending()).containsExactly("600000:one " + entry + " 2", "600000:one " + entry("b") + " 1");
	}

	@Test
	void aReclaimedJobIsThatOfItsHolderUntilItsTurnComes() {
		Lease lease = abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(pending()).containsExactly("reclaimed " + entry("a") + " 1");
		assertThat(this.commands.hgetall(key("crashes"))).isEqualTo(Map.of("a", "1"));
		assertThat(worker("vanished", LONG).extend(List.of(lease))).containsExactly(lease);
		assertThat(pending()).containsExactly("600000:vanished " + entry("a") + " 1");
		assertThat(entries()).as("the place is gone").hasSize(1);
		assertThat(this.commands.hget(key("ids"), "a")).isEqualTo(entry("a"));
	}

	@Test
	void aJobThatIsReclaimedAndThenReleasedHasNoPlace() {
		Lease lease = abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(worker("vanished", LONG).release(List.of(lease))).hasSize(1);
		assertThat(entries()).hasSize(1);
		assertThat(pending()).containsExactly("released " + entry("a") + " 1");
	}

	@Test
	void aFailedJobIsDelayedAndNoEntryAnyMore() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		this.queue.retry(Map.of(leaseOne(this.queue), failure(Duration.ofHours(1))));
		assertKeys("stream", "token", "delayed", "jobs", "headers", "failures");
		assertThat(entries()).isEmpty();
		assertThat(pending()).isEmpty();
		assertThat(this.commands.hget(key("failures"), "a")).startsWith("1:");
	}

	@Test
	void theStartOfASuspectIsRecordedByItsDelivery() {
		abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		Lease lease = leaseOne(this.queue);
		this.queue.start(List.of(lease));
		assertThat(this.commands.hget(key("crashes"), "a")).isEqualTo("1:!" + entry("a") + " 2:one");
	}

	@Test
	void aJobThatIsReplacedLeavesNothingOfItsFormerSelf() {
		add("a", "b", "c");
		List<Lease> leases = this.queue.lease(2).leases();
		this.queue.release(leases.subList(1, 2));
		this.queue.add(List.of(job("a"), job("b"), job("c").withDelay(LONG)), AddMode.UNCHECKED);
		assertThat(entries()).hasSize(2);
		assertThat(pending()).isEmpty();
		assertThat(complete(this.queue, leases.get(0))).isFalse();
		this.queue.add(List.of(job("c")), AddMode.UNCHECKED);
		assertThat(entries()).extracting((entry) -> entry.getBody().get("id")).containsExactly("a", "b", "c");
		assertKeys("stream", "ids", "token");
	}

	@Test
	void aBuriedJobIsADeadIdAndItsRecord() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		this.queue.bury(Map.of(leaseOne(this.queue), Cause.of(Cause.Reason.REQUESTED, "given up")));
		assertKeys("stream", "dead", "dead:job", "token");
		assertThat(entries()).isEmpty();
		assertThat(this.commands.lrange(key("dead"), 0, -1)).containsExactly("a");
		assertThat(this.commands.hkeys(key("dead:job"))).containsExactly("a");
	}

	@Test
	void headersInTheThousandsGoThroughAScript() {
		Map<String, String> headers = IntStream.range(0, 5000)
			.boxed()
			.collect(Collectors.toMap((i) -> "name-" + i, (i) -> "value-" + i));
		this.queue.add(List.of(job("a").withHeaders(headers), job("b").withHeaders(headers).withDelay(SHORT)));
		await().until(() -> this.queue.counts().ready() == 2);
		assertThat(this.queue.lease(2).leases()).hasSize(2)
			.allSatisfy((lease) -> assertThat(lease.job().headers()).isEqualTo(headers));
	}

	@Test
	void whatDoesNotFitIntoALeaseIsNotDelivered() {
		byte[] mebibyte = new byte[1024 * 1024];
		IntStream.range(0, 6).forEach((i) -> this.queue.add(Job.of("job-" + i, mebibyte)));
		assertThat(ids(this.queue.lease(6).leases())).containsExactly("job-0", "job-1", "job-2", "job-3");
		assertThat(pending()).hasSize(4);
		assertThat(ids(worker("two", LONG).lease(6).leases())).containsExactly("job-4", "job-5");
		assertThat(pending()).hasSize(6).allSatisfy((one) -> assertThat(one).endsWith(" 1"));
	}

	@Test
	void theConsumerOfASlowWorkerIsNotRemovedByAFasterOne() {
		add("a");
		complete(this.queue, leaseOne(this.queue));
		WorkerQueue fast = create(QueueSettings.of("fast", Duration.ofMillis(10)));
		await().until(() -> idleOf("600000:one") > 150);
		fast.clean(CleanDepth.LIGHT);
		assertThat(consumers()).containsKey("600000:one");
	}

}
