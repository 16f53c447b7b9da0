package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Rule 12 of the contract: what happens when Redis is away, forgetful, or full, or when
 * its replies get lost.
 */
abstract class FaultContract extends QueueTests {

	private static final Duration PATIENT = Duration.ofSeconds(20);

	/** For calls of which it is known that they get no answer. */
	private static final Duration IMPATIENT = Duration.ofMillis(200);

	private void with(LettuceConnectionFactory connections, Duration leaseTime, Consumer<WorkerQueue> test) {
		with(connections, QueueSettings.of("worker", leaseTime), test);
	}

	private void with(LettuceConnectionFactory connections, QueueSettings settings, Consumer<WorkerQueue> test) {
		test.accept(create(settings, this.factory.form().scripts(connections)));
	}

	/** All that may be asked of a queue, given a lease of it. */
	private static Map<String, Consumer<WorkerQueue>> operations(Lease lease) {
		Map<String, Consumer<WorkerQueue>> all = new LinkedHashMap<>();
		all.put("add", (queue) -> queue.add(job("c")));
		all.put("lease", (queue) -> queue.lease(1));
		for (Settlement settlement : Settlement.values()) {
			all.put(settlement.name(), (queue) -> settlement.by(queue, lease));
		}
		all.put("cancel", (queue) -> queue.cancel("b"));
		all.put("clean light", (queue) -> queue.clean(CleanDepth.LIGHT));
		all.put("clean deep", (queue) -> queue.clean(CleanDepth.DEEP));
		all.put("counts", WorkerQueue::counts);
		all.put("pause", WorkerQueue::pause);
		all.put("resume", WorkerQueue::resume);
		all.put("page", (queue) -> queue.deadLetters().page(0, 10));
		all.put("get", (queue) -> queue.deadLetters().get("a"));
		all.put("redrive", (queue) -> queue.deadLetters().redrive(List.of("a")));
		all.put("purge", (queue) -> queue.deadLetters().purge(List.of("a")));
		return all;
	}

	@Test
	void everyCallThrowsWhileRedisIsAwayAndSucceedsWhenItIsBack() {
		try (BreakableRedis server = this.redis.startOther("appendonly yes", "appendfsync always")) {
			LettuceConnectionFactory connections = server.connections(PATIENT);
			with(connections, LONG, (queue) -> {
				queue.add(List.of(job("a"), job("b")));
				Lease lease = leaseOne(queue);
				server.stop();
				Patience.set(connections, IMPATIENT);
				atOnce(operations(lease),
						(name, operation) -> assertThatExceptionOfType(DataAccessException.class).as(name)
							.isThrownBy(() -> operation.accept(queue)));
				Patience.set(connections, PATIENT);
				server.restart();
				await().atMost(PATIENCE)
					.ignoreExceptionsInstanceOf(DataAccessException.class)
					.until(() -> queue.counts().leased() == 1);
				assertThat(queue.counts().ready()).isOne();
				assertThat(complete(queue, lease)).isTrue();
			});
		}
	}

	/** Each operation on a thread of its own, as each waits for its time to pass. */
	private static void atOnce(Map<String, Consumer<WorkerQueue>> operations,
			BiConsumer<String, Consumer<WorkerQueue>> test) {
		ExecutorService threads = Executors.newCachedThreadPool();
		try {
			List<CompletableFuture<Void>> tests = operations.entrySet()
				.stream()
				.map((entry) -> CompletableFuture.runAsync(() -> test.accept(entry.getKey(), entry.getValue()),
						threads))
				.toList();
			tests.forEach(CompletableFuture::join);
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void everyCallHealsItselfWhenTheServerForgotItsScripts() {
		try (BreakableRedis server = this.redis.startOther()) {
			directly(server, (redis) -> with(server.connections(PATIENT), LONG,
					(queue) -> liveThrough(queue, () -> redis.execute((connection) -> {
						connection.scriptingCommands().scriptFlush();
						return null;
					}, false))));
		}
	}

	private void liveThrough(WorkerQueue queue, Runnable between) {
		String a = inLine("a");
		String b = inLine("b");
		between.run();
		assertThat(queue.add(List.of(job(a), job(b)))).hasSize(2);
		between.run();
		Lease lease = leaseOne(queue);
		for (Settlement settlement : List.of(Settlement.START, Settlement.EXTEND, Settlement.RELEASE)) {
			between.run();
			assertThat(settlement.by(queue, lease)).as(settlement.name()).isTrue();
		}
		for (Settlement settlement : List.of(Settlement.BURY, Settlement.RETRY)) {
			lease = leaseOne(queue);
			between.run();
			assertThat(settlement.by(queue, lease)).as(settlement.name()).isTrue();
		}
		between.run();
		assertThat(queue.deadLetters().page(0, 10)).hasSize(1);
		between.run();
		assertThat(queue.deadLetters().get(a)).isPresent();
		between.run();
		assertThat(queue.deadLetters().redrive(List.of(a))).hasSize(1);
		between.run();
		assertThat(queue.deadLetters().purge(List.of(a))).isEmpty();
		between.run();
		queue.clean(CleanDepth.DEEP);
		between.run();
		queue.pause();
		between.run();
		assertThat(queue.counts().paused()).isTrue();
		between.run();
		queue.resume();
		between.run();
		assertThat(queue.cancel(b)).isTrue();
		lease = leaseOne(queue);
		between.run();
		assertThat(complete(queue, lease)).isTrue();
	}

	@Test
	void onlyAddingFailsWhenRedisIsOutOfMemory() {
		try (BreakableRedis server = this.redis.startOther("maxmemory-policy noeviction")) {
			with(server.connections(PATIENT), LONG, (queue) -> {
				queue.add(List.of(job("a").withHeaders(Map.of("k", "v")), job("b"), job("c"), job("d"), job("e")));
				queue.add(job("due").withDelay(Duration.ofMillis(1)));
				fill(server);
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> queue.add(job("f")))
					.withMessageContainingAll("out of memory", "orders", "maxmemory");
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> queue.add(List.of(job("a")), AddMode.REPLACE))
					.withMessageContaining("out of memory");
				liveOn(queue);
			});
		}
	}

	private static void fill(BreakableRedis server) {
		directly(server, (redis) -> {
			redis.execute((connection) -> {
				connection.serverCommands().setConfig("maxmemory", "1");
				return null;
			}, false);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> redis.opsForValue().set("k", "v"))
				.havingRootCause()
				.withMessageStartingWith("OOM");
		});
	}

	/** By commands, as somebody else would. */
	private static void directly(BreakableRedis server, Consumer<StringRedisTemplate> act) {
		act.accept(new StringRedisTemplate(server.connections(PATIENT)));
	}

	private static void liveOn(WorkerQueue queue) {
		List<Lease> leases = awaitLeases(queue, 6);
		assertThat(queue.start(leases, true)).hasSize(6);
		assertThat(queue.extend(leases)).hasSize(6);
		assertThat(complete(queue, leases.get(0))).isTrue();
		assertThat(queue.retry(Map.of(leases.get(1), failure(Duration.ofHours(1)))).retried()).hasSize(1);
		assertThat(queue.release(List.of(leases.get(2)))).hasSize(1);
		assertThat(queue.postpone(Map.of(leases.get(5), Duration.ofHours(1)))).hasSize(1);
		assertThat(queue.bury(Map.of(leases.get(3), CAUSE))).hasSize(1);
		assertThat(queue.deadLetters().get(leases.get(3).id())).isPresent();
		assertThat(queue.deadLetters().redrive(List.of(leases.get(3).id()))).hasSize(1);
		assertThat(queue.reschedule(leases.get(5).id(), Duration.ofHours(2))).isTrue();
		assertThat(queue.reschedule(leases.get(2).id(), Duration.ofHours(1))).isTrue();
		assertThat(queue.reschedule(leases.get(2).id(), Duration.ZERO)).isTrue();
		assertThat(queue.cancel(leases.get(4).id())).isTrue();
		queue.clean(CleanDepth.DEEP);
		queue.pause();
		assertThat(queue.counts().paused()).isTrue();
		queue.resume();
		assertThat(leaseAll(queue)).hasSize(2);
	}

	private static List<Lease> awaitLeases(WorkerQueue queue, int count) {
		await().until(() -> queue.counts().ready() == count);
		List<Lease> leases = queue.lease(count).leases();
		assertThat(leases).hasSize(count);
		return leases;
	}

	@Test
	void abandonedJobsComeBackWhenRedisIsOutOfMemory() {
		try (BreakableRedis server = this.redis.startOther("maxmemory-policy noeviction")) {
			with(server.connections(PATIENT), SHORT, (queue) -> {
				queue.add(List.of(job("a"), job("b")));
				assertThat(queue.lease(2).leases()).hasSize(2);
				fill(server);
				assertThat(takeOver(queue).crashes()).isOne();
			});
		}
	}

	@Test
	void aGroupThatIsStuckIsMendedWhenRedisIsOutOfMemory() {
		try (BreakableRedis server = this.redis.startOther("maxmemory-policy noeviction")) {
			QueueSettings settings = QueueSettings.builder("grouped", LONG).groups(Groups.of(1)).build();
			with(server.connections(PATIENT), settings, (queue) -> {
				List<Job> jobs = jobsInLine(2).stream().map((job) -> job.withGroup("group")).toList();
				queue.add(jobs);
				assertThat(queue.lease(2).leases()).hasSize(1);
				directly(server, (redis) -> assertThat(redis.delete(redis.keys("*:heads"))).isOne());
				fill(server);
				queue.clean(CleanDepth.DEEP);
				directly(server, (redis) -> assertThat(redis.keys("*:heads")).hasSize(1));
			});
		}
	}

	@Test
	void limitsHoldWhenRedisIsOutOfMemory() {
		try (BreakableRedis server = this.redis.startOther("maxmemory-policy noeviction")) {
			QueueSettings settings = QueueSettings.builder("limited", LONG)
				.rateLimit(new RateLimit(3 * this.factory.lines(), Duration.ofHours(1), 3 * this.factory.lines()))
				.maxLeased(2 * this.factory.lines())
				.build();
			with(server.connections(PATIENT), settings, (queue) -> {
				queue.add(jobsInLine(6));
				writeHeaders(server, jobsInLine(1).get(0).id(), "garbage");
				fill(server);
				List<Lease> leases = new ArrayList<>(leaseAll(queue));
				await().until(() -> {
					leases.addAll(queue.lease(10).leases());
					return leases.size() == 2;
				});
				assertThat(queue.complete(leases)).hasSize(2);
				// What the job cost that cannot be read is given back in the background.
				List<Lease> last = await().until(() -> queue.lease(10).leases(), (some) -> !some.isEmpty());
				assertThat(last).hasSize(1);
				assertThat(queue.lease(10).leases()).isEmpty();
				assertThat(queue.counts().obstacles()).containsExactly(Obstacle.RATE_LIMIT);
			});
		}
	}

	/** As somebody else would, in all types that have such a key. */
	private void writeHeaders(BreakableRedis server, String id, String headers) {
		directly(server, (redis) -> {
			if (!Boolean.TRUE.equals(redis.hasKey(keysOf(id).key("stream")))) {
				redis.opsForHash().put(keysOf(id).key("headers"), id, headers);
			}
		});
	}

	/** On a slow machine a call may be given up before it has reached the server. */
	private static void loseReply(FaultyProxy proxy, LettuceConnectionFactory connections, Runnable call) {
		Patience.set(connections, IMPATIENT);
		proxy.dropReplies();
		await().pollDelay(Duration.ZERO).until(() -> {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(call::run);
			return proxy.hasDropped();
		});
	}

	@Test
	void aLeaseWhoseReplyWasLostIsNotStranded() {
		try (FaultyProxy proxy = this.redis.proxyFor(keysOf("a").key("jobs"))) {
			LettuceConnectionFactory connections = this.redis.through(proxy, PATIENT);
			with(connections, SHORT, (queue) -> {
				queue.add(job("a"));
				loseReply(proxy, connections, () -> queue.lease(1));
				assertThat(takeOver(shortWorker("direct")).id()).isEqualTo("a");
			});
		}
	}

	@Test
	void anAdditionWhoseReplyWasLostMayBeRepeated() {
		// The connection has to be there before replies get lost, so both go to one
		// server.
		String before = inLine("before");
		String a = inLine("a");
		try (FaultyProxy proxy = this.redis.proxyFor(keysOf(a).key("jobs"))) {
			LettuceConnectionFactory connections = this.redis.through(proxy, PATIENT);
			with(connections, LONG, (queue) -> {
				queue.add(job(before));
				loseReply(proxy, connections, () -> queue.add(job(a)));
				Patience.set(connections, PATIENT);
				proxy.accept();
				await().atMost(PATIENCE)
					.ignoreExceptionsInstanceOf(DataAccessException.class)
					.until(() -> !queue.add(job(a)));
				assertThat(leaseAll(queue)).hasSize(2);
			});
		}
	}

	/** If the client does not, the caller sends it a second time. */
	private static void sendTwice(FaultyProxy proxy, Runnable call) {
		proxy.dropNextReply();
		try {
			call.run();
		}
		catch (DataAccessException ex) {
			call.run();
		}
		assertThat(proxy.hasDropped()).isTrue();
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void aSettlementThatTheClientSendsTwiceCountsOnce(Settlement settlement) {
		try (FaultyProxy proxy = this.redis.proxyFor(keysOf("a").key("jobs"))) {
			with(this.redis.through(proxy, PATIENT), LONG, (queue) -> {
				queue.add(job("a"));
				Lease lease = leaseOne(queue);
				sendTwice(proxy, () -> settlement.by(queue, lease));
				long dead = queue.counts().dead();
				long living = LivingJobs.of(queue);
				assertThat(dead).isEqualTo((settlement == Settlement.BURY) ? 1 : 0);
				assertThat(living)
					.isEqualTo((settlement == Settlement.COMPLETE || settlement == Settlement.BURY) ? 0 : 1);
				assertThat(leaseAll(queue)).hasSize((settlement == Settlement.RELEASE) ? 1 : 0);
			});
		}
	}

	@Test
	void aFailureThatTheClientSendsTwiceCountsOnce() {
		try (FaultyProxy proxy = this.redis.proxyFor(keysOf("a").key("jobs"))) {
			with(this.redis.through(proxy, PATIENT), LONG, (queue) -> {
				queue.add(job("a"));
				Lease lease = leaseOne(queue);
				sendTwice(proxy, () -> queue.retry(Map.of(lease, failure(Duration.ZERO))));
				assertThat(leaseOne(queue).failures()).isOne();
			});
		}
	}

}
