package io.github.redisqueue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.bell.Waiter;
import io.github.redisqueue.lettuce.LettuceBellReader;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestThreads;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A server of a cluster dies, and its replica takes over. Replication is asynchronous:
 * what the replica does not have is lost, so it is waited for before the death. All
 * queues and bells of a test are in one slot, so that one death is enough; those of
 * another test are on another server.
 */
@Timeout(180)
@Order(1)
class ClusterFailoverTest {

	@AutoClose
	private static final PrivateCluster CLUSTER = PrivateCluster.start(3, 1);

	private static final LettuceConnectionFactory CONNECTIONS = CLUSTER.connections(Duration.ofSeconds(2));

	@Test
	void whatTheReplicaHasGoesOnAndEndsOnce(TestReporter reporter) {
		String keyPrefix = "{shop}:";
		Map<WorkerQueue, List<Lease>> queues = new LinkedHashMap<>();
		for (QueueType type : QueueType.values()) {
			WorkerQueue queue = queue(type, keyPrefix);
			queues.put(queue, workOffSome(queue));
		}
		CLUSTER.awaitReplication(keyPrefix);
		CLUSTER.failOver(keyPrefix, PrivateRedis::kill);
		long promoted = System.nanoTime();
		queues.forEach((queue, held) -> {
			await(queue.name()).pollInterval(Duration.ofMillis(20))
				.ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> queue.counts().ready() == 40);
			reporter.publishEntry(queue.name() + " is back after ms",
					Long.toString((System.nanoTime() - promoted) / 1_000_000));
			assertThat(queue.counts().leased()).as(queue.name()).isEqualTo(30);
			assertThat(queue.complete(held)).as(queue.name()).hasSameElementsAs(held);
			List<Lease> others = queue.lease(100).leases();
			assertThat(others).as(queue.name()).hasSize(40);
			assertThat(queue.complete(others)).as(queue.name()).hasSize(40);
			assertThat(queue.complete(held)).as(queue.name()).isEmpty();
		});
	}

	private static WorkerQueue queue(QueueType type, String keyPrefix) {
		return QueueFixture.queue(type, QueueKeys.of(keyPrefix, type.name()),
				QueueSettings.of("one", Duration.ofMinutes(1)), new ScriptRunner(CONNECTIONS));
	}

	/** 100 jobs: 30 completed, 30 held, 40 ready. */
	private static List<Lease> workOffSome(WorkerQueue queue) {
		queue.add(IntStream.range(0, 100).mapToObj((i) -> Job.of("job-" + i, new byte[] { 1 })).toList());
		List<Lease> leases = queue.lease(60).leases();
		assertThat(queue.complete(leases.subList(0, 30))).hasSize(30);
		return leases.subList(30, 60);
	}

	@Test
	void bellsAreHeardAgain() {
		String keyPrefix = "{office}:";
		WorkerQueue queue = queue(QueueType.DELAYED, keyPrefix);
		LettuceConnectionFactory unshared = CLUSTER.connections(Duration.ofSeconds(2));
		unshared.setShareNativeConnection(false);
		try (ScriptRunner scripts = new ScriptRunner(CONNECTIONS);
				Bells bells = new Bells(() -> new LettuceBellReader(unshared, TestThreads.connector()), scripts,
						TestThreads.timer(), keyPrefix, Duration.ofSeconds(1))) {
			AtomicInteger heard = new AtomicInteger();
			bells.bell(queue.name()).add(new Waiter() {

				@Override
				public boolean onWakeUp(int shard) {
					heard.incrementAndGet();
					return true;
				}

				@Override
				public void onGap() {
				}

			});
			bells.bell(queue.name()).listen();
			await().until(() -> isHeard(heard, queue));
			CLUSTER.failOver(keyPrefix, PrivateRedis::kill);
			await().ignoreExceptionsInstanceOf(DataAccessException.class).until(() -> isHeard(heard, queue));
		}
	}

	private static boolean isHeard(AtomicInteger heard, WorkerQueue queue) {
		int before = heard.get();
		queue.resume();
		try {
			await().atMost(Duration.ofSeconds(2)).until(() -> heard.get() > before);
			return true;
		}
		catch (ConditionTimeoutException ex) {
			return false;
		}
	}

}
