package io.github.redisqueue.algorithm.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a {@code stream} queue writes into Redis: section 6 of the design.
 */
class StreamKeysTest extends StreamQueueTests {

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
	void aJobThatIsReclaimedAndThenReleasedHasNoPlace() {
		Lease lease = abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(worker("vanished", LONG).release(List.of(lease))).hasSize(1);
		assertThat(entries()).hasSize(1);
		assertThat(pending()).containsExactly("released " + entry("a") + " 1");
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
