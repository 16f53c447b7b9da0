package io.github.redisqueue.lettuce;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.ServerError;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static io.github.redisqueue.test.QueueFixture.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Threads that add jobs while the calls of others are under way, which a proxy holds.
 */
@Timeout(180)
class GatheredAdditionsTest {

	private static final Duration PATIENT = Duration.ofSeconds(60);

	private static final QueueSettings SETTINGS = QueueSettings.of("worker", Duration.ofMinutes(10));

	/** As many calls as the gate lets through. */
	private static final int UNDER_WAY = 4;

	private final QueueKeys keys = QueueKeys.of("queue:", "orders");

	private final List<Caller<Set<String>>> senders = new ArrayList<>();

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final RedisCommands<String, String> direct = this.server.commands();

	@AutoClose
	private final FaultyProxy proxy = FaultyProxy.to("127.0.0.1", this.server.port());

	private final LettuceConnectionFactory connections = this.proxy.connections(PATIENT);

	private ScriptRunner scripts;

	private WorkerQueue queue;

	/** How many calls have begun. */
	private final AtomicInteger begun = new AtomicInteger();

	@BeforeEach
	void createQueue() {
		this.scripts = scripts(PATIENT);
		this.queue = QueueFixture.queue(QueueType.LEASE, this.keys, SETTINGS, this.scripts);
		for (AddMode mode : AddMode.values()) {
			this.queue.add(List.of(job("known")), mode);
		}
		this.proxy.holdRequests();
	}

	@AfterEach
	void releaseRequests() {
		this.proxy.releaseRequests();
	}

	private ScriptRunner scripts(Duration timeout) {
		AsyncEvaluator lettuce = new LettuceEvaluator(this.connections, this.connections, false,
				TestThreads.connector());
		AsyncEvaluator counting = Stub.of(AsyncEvaluator.class, (self, method, arguments) -> {
			this.begun.addAndGet((method.getName().equals("evaluate") && arguments[1] == null) ? 1 : 0);
			return method.invoke(lettuce, arguments);
		});
		return new ScriptRunner(this.connections, counting, TestThreads.timer(), TestThreads.connector(), timeout);
	}

	/** A thread that adds a job, which waits when this returns. */
	private Caller<Set<String>> send(String id, AddMode mode) {
		Caller<Set<String>> sender = Caller.start(() -> this.queue.add(List.of(job(id)), mode));
		this.senders.add(sender);
		return sender;
	}

	private List<Caller<Set<String>>> send(String name, int count) {
		return IntStream.range(0, count).mapToObj((i) -> send(name + "-" + i, AddMode.IF_ABSENT)).toList();
	}

	private long calls() {
		return QueueFixture.calls(this.server.connections(PATIENT), "evalsha");
	}

	@Test
	void thoseWhoComeMeanwhileShareACall() {
		long before = calls();
		send("first", UNDER_WAY);
		send("gathered", 20);
		this.proxy.releaseRequests();
		for (Caller<Set<String>> sender : this.senders) {
			assertThat(sender.get()).isNotEmpty();
		}
		long calls = calls() - before;
		// The end of each of the first ones sends what is gathered.
		assertThat(calls).isBetween(UNDER_WAY + 1L, 2L * UNDER_WAY);
		assertThat(this.queue.counts().ready()).isEqualTo(UNDER_WAY + 20 + 1);
		assertThat(send("alone", AddMode.IF_ABSENT).get()).isNotEmpty();
		assertThat(calls() - before).isEqualTo(calls + 2);
	}

	@Test
	void anInterruptOfOneTouchesNoJobOfAnother() {
		send("first", UNDER_WAY);
		List<Caller<Set<String>>> gathered = send("gathered", 3);
		int before = this.begun.get();
		this.senders.get(0).thread().interrupt();
		this.senders.get(0).failure(DataAccessResourceFailureException.class);
		// The first one who has waited sends.
		await().until(() -> this.begun.get() > before);
		gathered.get(0).thread().interrupt();
		assertThat(gathered.get(0).failure(DataAccessResourceFailureException.class)).hasMessageContaining("unknown");
		this.proxy.releaseRequests();
		assertThat(gathered.get(1).get()).isNotEmpty();
		assertThat(gathered.get(2).get()).isNotEmpty();
		assertThat(ready()).contains("gathered-0");
	}

	/**
	 * Redis is read-only. The early ones have waited for so long that their time is over.
	 */
	@Test
	void whatRedisRefusesForTheMomentIsRepeatedForEachFromItsOwnBeginning() {
		this.direct.replicaof("127.0.0.1", 1);
		send("first", UNDER_WAY);
		send("early", 3);
		long begin = System.nanoTime();
		await().until(() -> System.nanoTime() - begin > ServerError.RETRY_WINDOW.toNanos());
		int before = this.begun.get();
		this.proxy.releaseRequests();
		for (Caller<Set<String>> sender : this.senders) {
			assertThat(sender.failure(DataAccessResourceFailureException.class)).hasMessageContaining("READONLY");
		}
		assertThat(this.begun).as("calls for those who were early").hasValue(before + 1);
	}

	/** On a slow machine the time of the late one may be over as well. */
	@Test
	void whoCameLateIsNotRefusedWithTheOthersWhoseTimeIsOver() {
		await().atMost(PATIENT).until(() -> {
			this.proxy.holdRequests();
			this.direct.replicaof("127.0.0.1", 1);
			String round = "round-" + System.nanoTime();
			send(round, UNDER_WAY);
			Caller<Set<String>> early = send(round + "early", AddMode.IF_ABSENT);
			long begin = System.nanoTime();
			await().until(() -> System.nanoTime() - begin > ServerError.RETRY_WINDOW.toNanos());
			Caller<Set<String>> late = send(round + "late", AddMode.IF_ABSENT);
			this.proxy.releaseRequests();
			early.failure(DataAccessResourceFailureException.class);
			this.direct.replicaofNoOne();
			return late.result().handle((added, failure) -> failure == null).get(50, TimeUnit.SECONDS);
		});
	}

	@Test
	void whatAnotherWouldHaveFailedWithKeepsItsType() {
		new ShardedQueue(QueueType.LEASE, 1, this.keys, SETTINGS, new ScriptRunner(this.server.connections(PATIENT)))
			.checkLayout();
		this.queue = new ShardedQueue(QueueType.LIST, 1, this.keys, SETTINGS, this.scripts);
		send("first", UNDER_WAY);
		send("gathered", 3);
		this.proxy.releaseRequests();
		for (Caller<Set<String>> sender : this.senders) {
			sender.failure(QueueLayoutException.class);
		}
	}

	/** Adds a job behind others, without waiting. */
	private CompletableFuture<Set<String>> start(String id, AddMode mode) {
		return this.queue.async().add(List.of(job(id)), mode, true);
	}

	private List<CompletableFuture<Set<String>>> start(AddMode mode, String... ids) {
		return Stream.of(ids).map((id) -> start(id, mode)).toList();
	}

	private List<String> ready() {
		List<String> ids = this.direct.lrange(this.keys.key("queue"), 0, -1);
		Collections.reverse(ids);
		return ids;
	}

	/** Calls of Jedis have a connection and a thread each. */
	@ParameterizedTest
	@EnumSource(Form.class)
	void jobsOfThoseWhoDoNotWaitKeepTheirOrderOneCallAtATime(Form client) {
		this.queue = QueueFixture.queue(QueueType.LEASE, this.keys, SETTINGS, client.scripts(this.connections));
		this.proxy.releaseRequests();
		long before = calls();
		this.server.freeze();
		String[] ids = IntStream.range(0, 700).mapToObj(Integer::toString).toArray(String[]::new);
		List<CompletableFuture<Set<String>>> added = start(AddMode.UNCHECKED, ids);
		this.server.thaw();
		assertThat(added).allSatisfy((one) -> assertThat(one).succeedsWithin(PATIENT));
		assertThat(added.stream().flatMap((one) -> one.join().stream())).containsExactly(ids);
		assertThat(calls() - before).isEqualTo(3);
		assertThat(ready()).containsSubsequence(ids).hasSize(700 + 1);
	}

	@Test
	void jobsThatAreAddedInAnotherWayKeepTheirPlace() {
		start("first", AddMode.UNCHECKED);
		start("absent", AddMode.IF_ABSENT);
		start("unchecked", AddMode.UNCHECKED);
		start("absent-too", AddMode.IF_ABSENT);
		CompletableFuture<Set<String>> last = start("known", AddMode.REPLACE);
		this.proxy.releaseRequests();
		assertThat(last).succeedsWithin(PATIENT).isEqualTo(Set.of("known"));
		assertThat(ready()).containsExactly("first", "absent", "unchecked", "absent-too", "known");
	}

	@Test
	void ofEqualIdsThatGoTogetherTheFirstIsAdded() {
		long before = calls();
		start("first", AddMode.IF_ABSENT);
		List<CompletableFuture<Set<String>>> added = start(AddMode.IF_ABSENT, "same", "same", "known", "same");
		this.proxy.releaseRequests();
		assertThat(added).extracting((one) -> one.get(50, TimeUnit.SECONDS))
			.containsExactly(Set.of("same"), Set.of(), Set.of(), Set.of());
		assertThat(calls() - before).isEqualTo(2);
	}

	@Test
	void anIdIsReplacedOnceInACall() {
		long before = calls();
		start("first", AddMode.REPLACE);
		List<CompletableFuture<Set<String>>> added = start(AddMode.REPLACE, "same", "other", "same");
		this.proxy.releaseRequests();
		assertThat(added).extracting((one) -> one.get(50, TimeUnit.SECONDS))
			.containsExactly(Set.of("same"), Set.of("other"), Set.of("same"));
		assertThat(calls() - before).isEqualTo(3);
		assertThat(ready()).endsWith("other", "same");
	}

	@Test
	void whatRedisRefusesKeepsNoOtherFromIt() {
		String others = this.keys.key("");
		this.direct.aclSetuser("default",
				AclSetuserArgs.Builder.resetKeys()
					.keyPattern(this.keys.bell())
					.keyPattern(others + "[^i]*")
					.keyPattern(others + "item:good*"));
		start("good", AddMode.IF_ABSENT);
		List<CompletableFuture<Set<String>>> added = start(AddMode.IF_ABSENT, "good-1", "good-2", "bad", "good-3",
				"worse", "good-4");
		this.proxy.releaseRequests();
		for (CompletableFuture<Set<String>> refused : List.of(added.get(2), added.get(4))) {
			assertThat(refused).failsWithin(PATIENT)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(PermissionDeniedDataAccessException.class);
		}
		assertThat(added.get(5)).succeedsWithin(PATIENT);
		assertThat(ready()).endsWith("good", "good-1", "good-2", "good-3", "good-4");
	}

	@Test
	void aCallHasNoMoreJobsAndBytesThanItMay() {
		long before = calls();
		start("first", AddMode.REPLACE);
		start(AddMode.REPLACE, IntStream.range(0, 21).mapToObj(Integer::toString).toArray(String[]::new));
		List<CompletableFuture<Set<String>>> large = Stream.of("a", "b", "c")
			.map((id) -> this.queue.async().add(List.of(Job.of(id, new byte[2_000_000])), AddMode.UNCHECKED, true))
			.toList();
		this.proxy.releaseRequests();
		assertThat(large).allSatisfy((one) -> assertThat(one).succeedsWithin(PATIENT));
		assertThat(calls() - before).isEqualTo(1 + 2 + 2);
	}

	@Test
	void jobsWithGroupsKeepTheirPlace() {
		QueueSettings grouped = SETTINGS.toBuilder().groups(Groups.of(1)).build();
		this.queue = QueueFixture.queue(QueueType.LEASE, this.keys, grouped, this.scripts);
		start("first", AddMode.UNCHECKED);
		this.queue.async().add(List.of(job("grouped").withGroup("a")), AddMode.UNCHECKED, true);
		CompletableFuture<Set<String>> last = start("last", AddMode.UNCHECKED);
		this.proxy.releaseRequests();
		assertThat(last).succeedsWithin(PATIENT);
		assertThat(ready()).endsWith("first", "grouped", "last");
	}

	@Test
	void aLateReplyConcernsTheJobsOfItsCallOnly() {
		this.proxy.releaseRequests();
		this.proxy.holdReplies();
		this.queue = QueueFixture.queue(QueueType.LEASE, this.keys, SETTINGS, scripts(Duration.ofSeconds(1)));
		CompletableFuture<Set<String>> late = start("late", AddMode.UNCHECKED);
		late.whenComplete((added, failure) -> this.proxy.releaseReplies());
		List<CompletableFuture<Set<String>>> others = start(AddMode.UNCHECKED, "next", "last");
		assertThat(late).failsWithin(PATIENT)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(QueryTimeoutException.class)
			.withMessageContaining("unknown");
		assertThat(others).allSatisfy((one) -> assertThat(one).succeedsWithin(PATIENT));
		assertThat(ready()).endsWith("late", "next", "last");
	}

	@Test
	void howeverManyWaitAllOfThemEndWithTheConnections() {
		List<CompletableFuture<Set<String>>> added = IntStream.range(0, 10_000)
			.mapToObj((number) -> start("same", AddMode.REPLACE))
			.toList();
		this.scripts.close();
		assertThat(added).allSatisfy((one) -> assertThat(one).isCompletedExceptionally());
	}

}
