package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Completed ids are remembered for a time, if that is wished.
 */
abstract class DedupContract extends QueueTests {

	private static final Duration HOUR = Duration.ofHours(1);

	@Test
	void aCompletedIdCannotBeAddedWithinTheWindow() {
		WorkerQueue remembering = remembering(HOUR);
		complete(remembering, "a");
		assertThat(remembering.add(List.of(job("a"), job("b")))).containsExactly("b");
		assertThat(remembering.add(job("a").withDelay(Duration.ofMinutes(1)))).isFalse();
		assertCounts(1, 0, 0, 0);
		assertThat(ids(leaseAll(remembering))).containsExactly("b");
	}

	@Test
	void allInstancesRemember() {
		complete(remembering(HOUR), "a");
		assertThat(create(settings("other", HOUR)).add(job("a"))).isFalse();
	}

	@Test
	void itCanBeAddedAfterTheWindowAndNotBefore() {
		Duration window = Duration.ofMillis(400);
		WorkerQueue remembering = remembering(window);
		remembering.add(job("a"));
		Lease lease = leaseOne(remembering);
		long before = serverMicros();
		complete(remembering, lease);
		await().pollInterval(Duration.ofMillis(10)).until(() -> remembering.add(job("a")));
		assertThat(serverMicros() - before).isGreaterThanOrEqualTo(window.minusMillis(1).toNanos() / 1000);
		assertThat(ids(leaseAll(remembering))).containsExactly("a");
	}

	@Test
	void itCanBeAddedAfterItsOwnWindowThoughOthersAreStillRemembered() {
		WorkerQueue remembering = remembering(HOUR);
		complete(remembering, "a");
		advance(Duration.ofMinutes(40));
		complete(remembering, "b");
		advance(Duration.ofMinutes(30));
		assertThat(remembering.add(List.of(job("a"), job("b")))).containsExactly("a");
	}

	@Test
	void manyIdsAreRememberedAndNoneOfThemForLonger() {
		WorkerQueue remembering = remembering(Duration.ofMillis(300));
		remembering.add(jobs(1200));
		List<Lease> leases = leaseAll(remembering);
		assertThat(remembering.complete(leases)).hasSize(1200);
		assertNothingIsLeftBehind();
		await().untilAsserted(() -> {
			remembering.add(jobs(1200));
			assertThat(remembering.counts().ready()).isEqualTo(1200);
		});
	}

	@Test
	void whoCallsAnIdNewMayAddIt() {
		WorkerQueue remembering = remembering(HOUR);
		complete(remembering, "a");
		assertThat(remembering.add(List.of(job("a")), AddMode.UNCHECKED)).containsExactly("a");
		assertThat(ids(leaseAll(remembering))).containsExactly("a");
	}

	@Test
	void whatWasCancelledOrBuriedOrRedrivenIsNotRemembered() {
		WorkerQueue remembering = remembering(HOUR);
		remembering.add(job("cancelled"));
		remembering.cancel("cancelled");
		assertThat(remembering.add(job("cancelled"))).isTrue();
		remembering.cancel("cancelled");
		remembering.add(job("dead"));
		remembering.bury(Map.of(leaseOne(remembering), CAUSE));
		assertThat(remembering.deadLetters().redrive(List.of("dead"))).containsExactly("dead");
		assertThat(remembering.add(job("dead"))).isFalse();
		assertThat(remembering.cancel("dead")).isTrue();
		assertThat(remembering.add(job("dead"))).isTrue();
	}

	private WorkerQueue remembering(Duration window) {
		return create(settings("one", window));
	}

	private static QueueSettings settings(String worker, Duration window) {
		return QueueSettings.builder(worker, LONG).dedupWindow(window).build();
	}

	private static void complete(WorkerQueue queue, String id) {
		assertThat(queue.add(job(id))).isTrue();
		assertThat(complete(queue, leaseOne(queue))).isTrue();
	}

}
