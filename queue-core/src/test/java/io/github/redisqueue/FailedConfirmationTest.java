package io.github.redisqueue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.QueueFixture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Additions that nobody confirms, since a connection, a shard or a client is not up to
 * it.
 */
@Timeout(180)
class FailedConfirmationTest extends ConfirmationTests {

	/** A new connection has written nothing, which the replica would confirm at once. */
	@ParameterizedTest
	@EnumSource
	void aConnectionThatBreaksWhileItWaitsConfirmsNothing(Client client) throws Exception {
		startServers();
		try (FaultyProxy proxy = FaultyProxy.to("127.0.0.1", this.primary.port())) {
			WorkerQueue queue = queue(client, proxy.port());
			add(queue, Durability.replicas(1, PATIENT), "a");
			this.replica.freeze();
			CompletableFuture<Set<String>> adding = CompletableFuture
				.supplyAsync(() -> add(queue, Durability.replicas(1, Duration.ofMinutes(1)), "b"));
			awaitAdded();
			proxy.cut();
			assertThat(adding).failsWithin(PATIENT)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(UnconfirmedAdditionException.class)
				.withMessageContaining("confirmed by 0 of 1 replicas")
				.satisfies((ex) -> assertThat(((UnconfirmedAdditionException) ex).added()).containsExactly("b"));
		}
	}

	/** A client that takes a wait for a lost reply gives up the connection. */
	@ParameterizedTest
	@EnumSource
	void aWaitIsCutIntoPiecesThatAreShorterThanTheTimeoutOfTheClient(Client client) {
		startServers();
		this.replica.freeze();
		WorkerQueue queue = queue(client.scripts(this, this.primary.port(), Duration.ofMillis(120)), 1);
		// On a slow machine a reply may be late indeed.
		await().untilAsserted(() -> assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, BRIEF), "a"))
			.withNoCause());
	}

	@Test
	void theFailureOfAWaitDoesNotReplaceTheConnectionThatOthersUse() throws Exception {
		startServers();
		List<RuntimeException> reported = new CopyOnWriteArrayList<>();
		LettuceConnectionFactory shared = new LettuceConnectionFactory("127.0.0.1", this.primary.port()) {

			@Override
			public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
				reported.add(failure);
				return super.translateExceptionIfPossible(failure);
			}

		};
		started(shared);
		try (FaultyProxy proxy = FaultyProxy.to("127.0.0.1", this.primary.port())) {
			WorkerQueue queue = queue(lettuce(shared, lettuce(proxy.port(), false), false), 1);
			this.replica.freeze();
			CompletableFuture<Set<String>> adding = CompletableFuture
				.supplyAsync(() -> add(queue, Durability.replicas(1, Duration.ofMinutes(1)), "a"));
			awaitAdded();
			proxy.cut();
			assertThat(adding).failsWithin(PATIENT)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(UnconfirmedAdditionException.class)
				.withCauseInstanceOf(DataAccessException.class);
			assertThat(reported).isEmpty();
		}
	}

	/** The key of the mark is the only one that begins with an m. */
	@ParameterizedTest
	@EnumSource
	void jobsThatWereAddedAreNamedIfTheMarkFails(Client client) {
		startServers();
		new DocumentedUser(List.of("resetkeys", "~queue:{orders}", "~queue:{orders}:[^m]*", "~queue:{bell}*"))
			.setUp("default", this.primary.commands());
		WorkerQueue queue = queue(client, this.primary.port());
		assertThatExceptionOfType(UnconfirmedAdditionException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, PATIENT), "a"))
			.withMessageContainingAll("1 job was added to queue 'orders'",
					"confirmed by 0 of 1 replicas within 30000 ms")
			.satisfies((ex) -> assertThat(ex.added()).containsExactly("a"))
			.havingCause()
			.isInstanceOf(PermissionDeniedDataAccessException.class)
			.withMessageContaining("confirm/mark.lua");
		assertThat(queue.counts().ready()).isOne();
	}

	/** There, nobody notices that the connection to the primary is another one. */
	@Test
	void aPrimaryAndReplicasThatAreConfiguredByAddressAreRefused() {
		startServers();
		RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
				this.primary.port());
		nodes.addNode("127.0.0.1", this.replica.port());
		LettuceConnectionFactory shared = started(new LettuceConnectionFactory(nodes));
		LettuceConnectionFactory unshared = new LettuceConnectionFactory(nodes);
		unshared.setShareNativeConnection(false);
		assertThatAdditionIsRefused(lettuce(shared, started(unshared), false), "spring.data.redis.masterreplica.nodes");
	}

	@Test
	void aClientThatSharesConnectionsIsRefused() {
		startServers();
		assertThatAdditionIsRefused(open(new ScriptRunner(lettuce(this.primary.port(), true))),
				"Use Lettuce with Spring Boot's connection factory");
	}

	@Test
	void aUnifiedJedisIsRefused() {
		startServers();
		JedisConnectionFactory unified = new JedisConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", this.primary.port()));
		unified.afterPropertiesSet();
		unified.start();
		open(unified::destroy);
		assertThatAdditionIsRefused(open(new ScriptRunner(unified)),
				"JedisConnectionFactory.setUseUnifiedJedis(false)");
	}

	private void assertThatAdditionIsRefused(ScriptRunner scripts, String advice) {
		WorkerQueue queue = queue(scripts, 1);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, BRIEF), "a"))
			.withMessageContainingAll("cannot wait for confirmations", advice, "without a Durability",
					"Nothing was added");
		assertThat(queue.counts().ready()).isZero();
	}

	@Test
	void jobsThatAreNotConfirmedAreToldFromThoseOfAShardThatFails() {
		startServers();
		WorkerQueue queue = queue(Client.LETTUCE.scripts(this, this.primary.port()), 3);
		queue.add(QueueFixture.job("a"));
		List<String> ids = Stream.iterate(0, (i) -> i + 1).limit(20).map((i) -> "job-" + i).toList();
		this.primary.commands().set(keys().shard(1).key("queue"), "no list");
		assertThatExceptionOfType(PartialResultException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, PATIENT), ids.toArray(String[]::new)))
			.satisfies((ex) -> {
				assertThat(ex.answered()).hasSizeBetween(1, 19);
				assertThat(ex.unconfirmed()).isEmpty();
			});
		this.replica.freeze();
		assertThatExceptionOfType(PartialResultException.class)
			.isThrownBy(() -> add(queue, Durability.replicas(1, BRIEF), ids.toArray(String[]::new)))
			.withMessageContainingAll("1 of 3 shards", "too few servers have confirmed those of")
			.satisfies((ex) -> {
				assertThat(ex.unconfirmed()).isNotEmpty().isEqualTo(ex.answered());
				assertThat(ex.result()).isEmpty();
				assertThat(ex.getSuppressed()).hasSize(2).allMatch(UnconfirmedAdditionException.class::isInstance);
			});
	}

	@ParameterizedTest
	@EnumSource
	void aServerThatCannotConfirmItsFileGetsNoJobs(Client client) {
		startServers();
		WorkerQueue queue = queue(client, this.primary.port());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> add(queue, Durability.appendOnlyFile(0, BRIEF), "a"))
			.withMessageContainingAll("Redis 7.2", "appendonly yes", "Nothing was added");
		assertThat(queue.counts().ready()).isZero();
	}

}
