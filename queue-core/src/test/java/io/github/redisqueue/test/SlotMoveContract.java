package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The slots of a queue move from one server of a cluster to another. Meanwhile scripts
 * are refused, or cut short: nothing is lost, and nothing is done twice. Servers that get
 * slots at the same time may end up with the same configuration epoch, and then one of
 * them loses a slot with all keys in it: so one test moves slots at a time.
 */
@ResourceLock("slots of the shared cluster")
@OnlyFor(Scope.CLUSTER)
abstract class SlotMoveContract extends QueueTests {

	private static final Duration LEASE_TIME = Duration.ofMillis(500);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<SlotMove> moves = new ArrayList<>();

	private final Set<String> completed = ConcurrentHashMap.newKeySet();

	private final Set<String> uncertain = ConcurrentHashMap.newKeySet();

	private final Set<String> completedTwice = ConcurrentHashMap.newKeySet();

	private String group;

	@BeforeEach
	void createQueueInASlotOfItsOwn(TestRedis redis) {
		this.group = inLine("group");
		this.keys = QueueKeys.of(redis.keyPrefix(), redis.keyPrefix().replace("test-", "moving-") + "orders");
		this.queue = create(
				limited("one", LEASE_TIME, 100, 100).toBuilder().dedupWindow(LONG).groups(Groups.of(1)).build());
	}

	@AfterEach
	void endMoves() {
		this.threads.shutdownNow();
		endMove();
	}

	/** All slots in which the queue has keys now begin to move. */
	private void beginMove() {
		Map<Integer, String> slots = this.redis.keys()
			.stream()
			.filter((key) -> !key.equals(this.keys.bell()))
			.collect(Collectors.toMap(SlotHash::getSlot, (key) -> key, (one, other) -> one));
		assertThat(slots).isNotEmpty();
		slots.values().forEach((key) -> this.moves.add(this.redis.moveSlotOf(key)));
		this.moves.forEach(SlotMove::begin);
	}

	/** Ends the moves, and waits until all servers have heard of it. */
	private void endMove() {
		for (SlotMove move : this.moves) {
			while (move.step(20)) {
				// Until nothing is left.
			}
			move.end();
			await().atMost(PATIENCE).until(move::isKnownToAll);
		}
		if (!this.moves.isEmpty()) {
			this.moves.clear();
			await().atMost(PATIENCE)
				.ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> this.queue.counts() != null);
		}
	}

	@Test
	void callsWaitUntilASlotHasMoved() throws Exception {
		this.queue = worker("one");
		add("a", "b");
		Lease lease = leaseOne(this.queue);
		beginMove();
		List<CompletableFuture<Boolean>> calls = List.of(during(() -> this.queue.add(job("c"))),
				during(() -> !worker("two").lease(1).leases().isEmpty()), during(() -> complete(this.queue, lease)));
		await().during(Duration.ofMillis(100)).until(() -> calls.stream().noneMatch(CompletableFuture::isDone));
		endMove();
		for (CompletableFuture<Boolean> call : calls) {
			assertThat(call.get(20, TimeUnit.SECONDS)).isTrue();
		}
		assertCounts(1, 0, 1, 0);
	}

	private CompletableFuture<Boolean> during(BooleanSupplier call) {
		return CompletableFuture.supplyAsync(call::getAsBoolean, this.threads);
	}

	@Test
	void noJobIsLostAndNoneIsCompletedTwiceUnderLoad() throws Exception {
		List<Job> jobs = jobs(2000);
		CompletableFuture<Boolean> sender = during(() -> {
			for (int from = 0; from < jobs.size(); from += 10) {
				List<Job> some = jobs.subList(from, from + 10);
				untilItWorks(() -> this.queue.add(some));
				untilItWorks(() -> this.queue.clean(CleanDepth.LIGHT));
			}
			return true;
		});
		List<CompletableFuture<Boolean>> everyone = new ArrayList<>(List.of(sender));
		for (String name : List.of("one", "two", "three")) {
			everyone.add(during(() -> work(worker(name), sender::isDone)));
		}
		for (int part = 1; part < 4; part++) {
			int enough = jobs.size() * part / 4;
			await().until(() -> this.completed.size() >= enough);
			beginMove();
			endMove();
		}
		for (CompletableFuture<Boolean> one : everyone) {
			assertThat(one.get(50, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(this.completedTwice).isEmpty();
		this.completed.addAll(this.uncertain);
		assertThat(this.completed).hasSameSizeAs(jobs);
		assertCounts(0, 0, 0, 0);
		this.queue.clean(CleanDepth.DEEP);
		assertNothingIsLeftBehind();
	}

	/**
	 * Completes jobs until there are none, and no more will come. Those of a lease whose
	 * reply was lost come back when it has run out.
	 */
	private boolean work(WorkerQueue worker, BooleanSupplier last) {
		while (true) {
			boolean none = last.getAsBoolean();
			List<Lease> leases = untilItWorks(() -> worker.lease(7).leases());
			if (leases.isEmpty() && none && untilItWorks(() -> isDrained(worker))) {
				return true;
			}
			untilItWorks(() -> worker.extend(leases));
			Set<Lease> done = untilItWorks(() -> complete(worker, leases));
			done.stream().map(Lease::id).filter((id) -> !this.completed.add(id)).forEach(this.completedTwice::add);
		}
	}

	private static boolean isDrained(WorkerQueue worker) {
		worker.clean(CleanDepth.LIGHT);
		return LivingJobs.of(worker) == 0;
	}

	private Set<Lease> complete(WorkerQueue worker, List<Lease> leases) {
		try {
			return worker.complete(leases);
		}
		catch (DataAccessException ex) {
			leases.forEach((lease) -> this.uncertain.add(lease.id()));
			throw ex;
		}
	}

	private static <T> T untilItWorks(Supplier<T> call) {
		while (true) {
			try {
				return call.get();
			}
			catch (DataAccessException ex) {
				// The move takes longer than a call waits.
			}
		}
	}

	/** Here the key of the records vanishes with the first of them. */
	@Test
	void aScriptThatAMoveCutsShortIsAnUnknownOutcome() {
		String dead = inLine("a");
		add(dead);
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		this.commands.zadd(keysOf(dead).key("dead:unreadable"), 1, "another");
		beginMove();
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.queue.deadLetters().purge(List.of(dead, inLine("b"))))
			.havingRootCause()
			.withMessageContaining("non local key");
		endMove();
		assertCounts(0, 0, 0, 0);
		assertThat(this.queue.deadLetters().page(0, 10)).isEmpty();
	}

	/** Some keys vanish with the one job that is held. */
	@ParameterizedTest
	@EnumSource(Settlement.class)
	void aSettlementDuringAMoveLosesNothing(Settlement settlement) {
		Lease held = heldDuringAMove("held").get("held");
		CompletableFuture<Boolean> settled = during(() -> settle(settlement, held));
		await().atMost(Duration.ofSeconds(30)).until(settled::isDone);
		Set<String> ended = endedAfterTheMove();
		if (settlement != Settlement.COMPLETE) {
			assertThat(ended).contains("held");
		}
		else if (!settled.isCompletedExceptionally()) {
			assertThat(ended).doesNotContain("held");
		}
	}

	@Test
	void whateverIsCalledDuringAMoveLosesNothing() {
		Map<String, Lease> held = heldDuringAMove(
				Stream.of(Settlement.values()).map(Settlement::name).toArray(String[]::new));
		Lease open = held.remove("open");
		Map<String, CompletableFuture<Boolean>> calls = new HashMap<>();
		calls.put("open", during(() -> complete(this.queue, open)));
		held.forEach((id, lease) -> calls.put(id, during(() -> settle(Settlement.valueOf(id), lease))));
		calls.put("added", during(() -> this.queue.add(job("added").withHeaders(Map.of("k", "v")))));
		calls.put("cancelled", during(() -> this.queue.cancel("cancelled")));
		calls.put("behind", during(() -> this.queue.add(grouped("behind"))));
		calls.put("waiting", during(() -> this.queue.cancel("waiting")));
		calls.put("dead", during(() -> !this.queue.deadLetters().redrive(List.of("dead")).isEmpty()));
		calls.put("cleaned", during(() -> this.queue.clean(CleanDepth.DEEP) != null));
		await().atMost(Duration.ofSeconds(30)).until(() -> calls.values().stream().allMatch(CompletableFuture::isDone));
		Set<String> ended = endedAfterTheMove();
		assertThat(ended).contains("START", "EXTEND", "RETRY", "RELEASE", "POSTPONE", "BURY");
		calls.values().removeIf(CompletableFuture::isCompletedExceptionally);
		assertThat(ended.contains("added") || !calls.containsKey("added")).isTrue();
		assertThat(ended.contains("behind") || !calls.containsKey("behind")).isTrue();
		assertThat(ended.contains("open") && calls.containsKey("open")).isFalse();
		assertThat(ended.contains("waiting") && calls.containsKey("waiting")).isFalse();
		assertThat(ended.contains("COMPLETE") && calls.containsKey("COMPLETE")).isFalse();
		assertThat(ended.contains("cancelled") && calls.containsKey("cancelled")).isFalse();
	}

	/**
	 * All keys there can be are there, so that scripts begin even while their slot moves.
	 * What becomes of them depends on which keys come into being or vanish.
	 */
	private Map<String, Lease> heldDuringAMove(String... held) {
		List<String> before = List.of("done", "dead", "failed");
		this.queue.add(List.of(grouped("open"), grouped("waiting"), grouped("next"),
				grouped("joining").withDelay(LEASE_TIME)));
		Lease open = leaseOne(this.queue);
		Stream.of(before.stream(), Stream.of(held), Stream.of("cancelled", "ready"))
			.flatMap((ids) -> ids)
			.forEach((id) -> this.queue.add(job(id).withHeaders(Map.of("k", "v"))));
		this.queue.add(job("delayed").withDelay(LEASE_TIME).withHeaders(Map.of("k", "v")));
		Map<String, Lease> leases = new HashMap<>();
		this.queue.lease(before.size() + held.length + 2).leases().forEach((lease) -> leases.put(lease.id(), lease));
		// Shards take turns, so these may have come before others.
		this.queue.release(Stream.of("ready", "cancelled").map(leases::remove).filter(Objects::nonNull).toList());
		complete(this.queue, leases.remove("done"));
		this.queue.bury(Map.of(leases.remove("dead"), CAUSE));
		this.queue.retry(Map.of(leases.remove("failed"), failure(LEASE_TIME)));
		this.queue.start(List.of(leases.get(held[0])), true);
		leases.put("open", open);
		for (String id : Stream.concat(leases.keySet().stream(), Stream.of(this.group)).toList()) {
			this.commands.psetex(keysOf(id).key("polled"), LONG.toMillis(), "1");
			this.commands.psetex(keysOf(id).key("clock"), LONG.toMillis(), "one:1");
			this.commands.psetex(keysOf(id).key("turn:light"), LONG.toMillis(), "another");
			this.commands.psetex(keysOf(id).key("rate"), LONG.toMillis(), "0");
			for (String key : List.of("dead:unreadable", "kept", "paces")) {
				this.commands.zadd(keysOf(id).key(key), Long.MAX_VALUE, "another");
				this.commands.pexpire(keysOf(id).key(key), LONG.toMillis());
			}
		}
		this.queue.pause();
		beginMove();
		return leases;
	}

	private boolean settle(Settlement settlement, Lease lease) {
		return switch (settlement) {
			case RETRY -> !this.queue.retry(Map.of(lease, failure(LEASE_TIME))).retried().isEmpty();
			case POSTPONE -> !this.queue.postpone(Map.of(lease, LEASE_TIME)).isEmpty();
			default -> settlement.by(this.queue, lease);
		};
	}

	private Job grouped(String id) {
		return job(id).withGroup(this.group).withHeaders(Map.of("k", "v"));
	}

	private Set<String> endedAfterTheMove() {
		endMove();
		this.queue.resume();
		Set<String> ended = drain("after the move");
		assertThat(ended).doesNotContain("done").contains("dead", "failed", "ready", "delayed", "next", "joining");
		awaitNothingLeftBehind("after the move");
		return ended;
	}

}
