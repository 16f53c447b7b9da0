package io.github.redisqueue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.SlotMove;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Additions that wait until replicas or append-only files have the jobs, over primaries
 * with real replicas.
 */
@Timeout(180)
@Order(1)
class ConfirmedAdditionTest extends ConfirmationTests {

	@ParameterizedTest
	@EnumSource
	void aReplicaHasTheJobsThatItConfirms(Client client) {
		startServers();
		WorkerQueue queue = queue(client, this.primary.port());
		assertThat(add(queue, Durability.replicas(1, PATIENT), "a", "b")).containsExactlyInAnyOrder("a", "b");
		assertThat(this.replica.commands().keys("*")).contains("queue:{orders}:item:a", "queue:{orders}:item:b");
		assertThat(add(queue, Durability.replicas(1, PATIENT), "b", "c")).containsExactly("c");
		assertThat(queue.add(List.of(QueueFixture.job("a")), AddMode.REPLACE, Durability.replicas(1, PATIENT)))
			.containsExactly("a");
		assertThat(add(queue, Durability.replicas(1, PATIENT))).isEmpty();
		assertThat(queue.counts().ready()).isEqualTo(3);
		assertThat(this.primary.commands().keys("*")).doesNotContain("queue:{orders}:mark");
	}

	@ParameterizedTest
	@CsvSource({ "LETTUCE, true, 1, 0", "LETTUCE, false, 2, 1", "JEDIS, true, 1, 0", "JEDIS, false, 2, 1" })
	void tooFewConfirmationsAreReportedWithTheJobsThatWereAdded(Client client, boolean isFrozen, int wanted,
			int confirmed) {
		startServers();
		WorkerQueue queue = queue(client, this.primary.port());
		queue.add(QueueFixture.job("a"));
		if (isFrozen) {
			this.replica.freeze();
		}
		// The other replica needs its time on a busy machine.
		Duration timeout = isFrozen ? BRIEF : Duration.ofSeconds(5);
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(wanted, timeout), "a", "b", "c"))
			.withMessageContainingAll("2 jobs were added to queue 'orders'",
					"confirmed by " + confirmed + " of " + wanted + " replicas")
			.satisfies((ex) -> {
				assertThat(ex.added()).containsExactlyInAnyOrder("b", "c");
				assertThat(ex.confirmed()).isEqualTo(confirmed);
			});
		assertThat(queue.counts().ready()).isEqualTo(3);
		// Nothing is new, but the caller may wait again.
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(wanted, BRIEF), "a", "b", "c"))
			.satisfies((ex) -> assertThat(ex.added()).isEmpty());
	}

	@ParameterizedTest
	@EnumSource
	void otherCallsDoNotWait(Client client) {
		startServers();
		WorkerQueue queue = queue(client, this.primary.port());
		this.replica.freeze();
		CompletableFuture<Set<String>> adding = CompletableFuture
			.supplyAsync(() -> add(queue, Durability.replicas(1, Duration.ofMinutes(1)), "a"));
		await().until(() -> queue.counts().ready() == 1);
		assertThat(queue.complete(queue.lease(1).leases())).hasSize(1);
		assertThat(adding).isNotDone();
		this.replica.kill();
	}

	@Test
	void eachShardConfirmsItsJobs() {
		startServers();
		WorkerQueue queue = queue(Client.LETTUCE.scripts(this, this.primary.port()), 3);
		assertThat(add(queue, Durability.replicas(1, PATIENT), "a", "b", "c", "d")).hasSize(4);
		this.replica.freeze();
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, BRIEF), "d", "e", "f", "g", "h"))
			.withMessageContaining("3 shards")
			.satisfies((ex) -> assertThat(ex.added()).containsExactlyInAnyOrder("e", "f", "g", "h"));
		assertThat(queue.counts().ready()).isEqualTo(8);
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, BRIEF), "i"))
			.withMessageContainingAll("1 shard.", "1 job was");
	}

	@Test
	void theNodeOfTheShardConfirmsOnACluster() {
		PrivateCluster cluster = open(PrivateCluster.start(3, 1));
		LettuceConnectionFactory connections = cluster.connections(PATIENT);
		// A new connection may go to the frozen server first, and waits there as long as
		// its timeout.
		LettuceConnectionFactory unshared = cluster.connections(Duration.ofSeconds(5));
		unshared.setShareNativeConnection(false);
		WorkerQueue queue = queue(lettuce(connections, unshared, true), 4);
		// The first one is not on the node that has the record of the layout.
		String[] ids = Stream.iterate(1, (i) -> i + 1).limit(20).map((i) -> "job-" + i).toArray(String[]::new);
		assertThat(add(queue, Durability.replicas(1, PATIENT), ids)).hasSize(20);
		moveSlotOf(keys().shard(1).key("queue"), cluster);
		assertThat(add(queue, Durability.replicas(1, PATIENT), ids)).isEmpty();
		PrivateRedis frozen = cluster.replicaOf(keys().shard(0).key("queue"));
		frozen.freeze();
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> queue.add(
					Stream.iterate(0, (i) -> i + 1).limit(40).map((i) -> QueueFixture.job("more-" + i)).toList(),
					AddMode.IF_ABSENT, Durability.replicas(1, BRIEF)))
			.withMessageContaining("confirmed by 0 of 1 replicas")
			.satisfies((ex) -> assertThat(ex.added()).hasSize(40));
		assertThat(queue.counts().ready()).isEqualTo(60);
		frozen.kill();
	}

	private static void moveSlotOf(String key, PrivateCluster cluster) {
		SlotMove move = cluster.moveSlotOf(key);
		move.begin();
		while (move.step(20)) {
			// Until nothing is left.
		}
		move.end();
	}

	@ParameterizedTest
	@EnumSource
	void appendOnlyFilesConfirmJobs(Client client) {
		startServers("appendonly yes", "appendfsync everysec");
		assumeThat(canWaitForFiles()).as(".ci/servers redis-8.0 runs this test; it needs Redis 7.2").isTrue();
		WorkerQueue queue = queue(client, this.primary.port());
		assertThat(add(queue, Durability.appendOnlyFile(0, PATIENT), "a")).containsExactly("a");
		assertThat(add(queue, Durability.appendOnlyFile(1, PATIENT), "b")).containsExactly("b");
		this.replica.freeze();
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.appendOnlyFile(1, Duration.ofSeconds(3)), "c"))
			.withMessageContaining("append-only files of 1 of 1 primaries and of 0 of 1 replicas")
			.satisfies((ex) -> assertThat(ex.added()).containsExactly("c"));
		this.replica.kill();
	}

	private boolean canWaitForFiles() {
		return this.primary.commands().command().stream().anyMatch((it) -> ((List<?>) it).get(0).equals("waitaof"));
	}

	@ParameterizedTest
	@CsvSource({ "0, false, PT1S", "-1, true, PT1S", "101, false, PT1S", "1, false, PT0S", "1, true, PT1H0.001S" })
	void impossibleDurabilitiesAreRefused(int replicas, boolean appendOnlyFile, Duration timeout) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Durability(replicas, appendOnlyFile, timeout))
			.withMessageContaining((replicas == 1) ? timeout.toString() : Integer.toString(replicas));
	}

}
