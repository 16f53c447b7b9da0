package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.WaitingQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.ScriptChange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.util.function.ThrowingSupplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Calls of which some shards answer and others do not.
 */
class PartialResultTest extends ShardTests {

	private static final int BAD = 1;

	/** Does not reach one of the shards. */
	private ScriptRunner cutOff;

	/** A queue that does not reach one of its shards. */
	private ShardedQueue cut;

	/** Until when no call of it is sent. */
	private volatile CountDownLatch hold = new CountDownLatch(0);

	@BeforeEach
	void cutOff() {
		String unreachable = shardKeys(BAD).prefix();
		ScriptChange refusing = new ScriptChange() {

			@Override
			public void evalSha(Object[] arguments) {
				eval(arguments);
			}

			@Override
			public void eval(Object[] arguments) {
				ThrowingSupplier.of(() -> PartialResultTest.this.hold.await(1, TimeUnit.MINUTES)).get();
				if (new String(((byte[][]) arguments[3])[0]).startsWith(unreachable)) {
					throw new RedisConnectionFailureException("This shard is away");
				}
			}

		};
		this.cutOff = new ScriptRunner(refusing.over(this.redis.connections()));
		this.cut = new ShardedQueue(QueueType.LEASE, SHARDS, this.keys, QueueSettings.of("one", LONG), this.cutOff);
	}

	static Stream<Arguments> settlements() {
		return Stream.of(settlement("start", (queue, leases) -> queue.start(leases, true)),
				settlement("extend", WorkerQueue::extend), settlement("complete", WorkerQueue::complete),
				settlement("release", WorkerQueue::release),
				settlement("postpone", (queue, leases) -> queue.postpone(each(leases, LONG))),
				settlement("bury", (queue, leases) -> queue.bury(each(leases, CAUSE))));
	}

	private static Arguments settlement(String name, BiFunction<WorkerQueue, List<Lease>, Set<Lease>> settle) {
		return argumentSet(name, settle);
	}

	/** The same with calls that do not wait. */
	static Stream<Arguments> asynchronousSettlements() {
		return Stream.<Arguments>of(
				argumentSet("complete", joined((queue, leases) -> queue.async().complete(leases).join())),
				argumentSet("postpone", joined((queue, leases) -> queue.async().postpone(each(leases, LONG)).join())));
	}

	private static BiFunction<WorkerQueue, List<Lease>, Set<Lease>> joined(
			BiFunction<WorkerQueue, List<Lease>, Set<Lease>> call) {
		return (queue, leases) -> {
			try {
				return call.apply(queue, leases);
			}
			catch (CompletionException ex) {
				throw (RuntimeException) ex.getCause();
			}
		};
	}

	/** With calls that wait and with calls that do not. */
	static Stream<Arguments> retries() {
		return Stream.of(settlement("retry", (queue, leases) -> queue.retry(failed(leases, LONG)).retried()),
				settlement("asynchronous retry",
						joined((queue, leases) -> queue.async().retry(failed(leases, LONG)).join().retried())));
	}

	private static Map<Lease, Failure> failed(List<Lease> leases, Duration delay) {
		return each(leases, new Failure(delay, CAUSE));
	}

	private static Set<String> idsOutside(int shard, List<Lease> leases) {
		return leases.stream().filter((lease) -> shardOf(lease) != shard).map(Lease::id).collect(Collectors.toSet());
	}

	@ParameterizedTest
	@MethodSource({ "settlements", "asynchronousSettlements", "retries" })
	void theExceptionNamesWhatTheOtherShardsHaveAnswered(BiFunction<WorkerQueue, List<Lease>, Set<Lease>> settle) {
		this.queue.add(jobsOfEach(2));
		List<Lease> leases = this.queue.lease(6).leases();
		Lease lost = leases.stream().filter((lease) -> shardOf(lease) == 0).findFirst().orElseThrow();
		assertThat(this.queue.cancel(lost.id())).isTrue();
		Throwable thrown = catchThrowable(() -> settle.apply(this.cut, leases));
		assertThat(thrown).isInstanceOfSatisfying(PartialResultException.class, (partial) -> {
			Set<String> answered = idsOutside(BAD, leases);
			assertThat(partial.answered()).hasSize(4).isEqualTo(answered);
			answered.remove(lost.id());
			assertThat(partial.result()).isEqualTo(answered);
		})
			.hasMessageContainingAll("1 of 3 shards", "'orders'", "4 jobs")
			.hasCauseInstanceOf(RedisConnectionFailureException.class);
	}

	@ParameterizedTest
	@MethodSource("retries")
	void theExceptionNamesJobsThatARetryHasBuried(BiFunction<WorkerQueue, List<Lease>, Set<Lease>> retry) {
		this.queue.add(jobsOfEach(1));
		this.queue.retry(failed(this.queue.lease(3).leases(), Duration.ZERO));
		this.queue.add(jobsOfEach(2));
		List<Lease> leases = this.queue.lease(6).leases();
		WorkerQueue strict = new ShardedQueue(QueueType.LEASE, SHARDS, this.keys,
				QueueSettings.builder("one", LONG).maxRetries(1).build(), this.cutOff);
		Throwable thrown = catchThrowable(() -> retry.apply(strict, leases));
		assertThat(this.queue.counts()).satisfies((counts) -> {
			assertThat(counts.dead()).isEqualTo(2);
			assertThat(counts.delayed()).isEqualTo(2);
		});
		assertThat(thrown).isInstanceOfSatisfying(PartialResultException.class, (partial) -> {
			assertThat(partial.answered()).hasSize(4).isEqualTo(idsOutside(BAD, leases));
			assertThat(partial.result()).as("those that come back and those that were buried")
				.isEqualTo(partial.answered());
		});
	}

	@Test
	void ofAdditionsThatGoTogetherEachNamesItsOwnIds() {
		this.hold = new CountDownLatch(1);
		List<List<Job>> given = IntStream.range(0, 8)
			.mapToObj((caller) -> IntStream.range(0, SHARDS)
				.mapToObj((shard) -> jobsOf(shard, 48).subList(6 * caller, 6 * caller + 6))
				.flatMap(List::stream)
				.toList())
			.toList();
		Job known = given.get(0).get(0);
		this.queue.add(known);
		List<Caller<Set<String>>> callers = given.stream()
			.map((jobs) -> Caller.start(() -> this.cut.add(jobs)))
			.toList();
		this.hold.countDown();
		for (int i = 0; i < callers.size(); i++) {
			PartialResultException partial = callers.get(i).failure(PartialResultException.class);
			List<String> own = new ArrayList<>(jobIds(given.get(i)));
			own.removeIf((id) -> Shards.number(id, SHARDS) == BAD);
			assertThat(partial.answered()).containsExactlyInAnyOrderElementsOf(own);
			own.remove(known.id());
			assertThat(partial.result()).containsExactlyInAnyOrderElementsOf(own);
		}
	}

	static Stream<Arguments> cleanings() {
		BiConsumer<WorkerQueue, Consumer<CleanReport>> alone = (queue, cleaned) -> queue.clean(CleanDepth.LIGHT,
				cleaned);
		BiConsumer<WorkerQueue, Consumer<CleanReport>> inTurn = (queue, cleaned) -> queue.cleanInTurn(CleanDepth.LIGHT,
				Duration.ofSeconds(1), cleaned);
		return Stream.of(argumentSet("alone", alone), argumentSet("in turn", inTurn));
	}

	@ParameterizedTest
	@MethodSource("cleanings")
	void aCleaningReportsWhatItHasDoneInTheOtherShards(BiConsumer<WorkerQueue, Consumer<CleanReport>> clean) {
		WorkerQueue vanished = create(QueueType.LEASE, SHARDS, QueueSettings.of("vanished", Duration.ofMillis(50)));
		vanished.add(jobsOfEach(1));
		List<Lease> leases = vanished.lease(3).leases();
		assertThat(leases).hasSize(3);
		await().until(() -> leases.stream().allMatch((lease) -> lease.remaining().isNegative()));
		List<CleanReport> reports = new ArrayList<>();
		assertThat(catchThrowable(() -> clean.accept(this.cut, reports::add)))
			.isInstanceOf(RedisConnectionFailureException.class);
		assertThat(CleanReport.sum(reports)).isEqualTo(CleanReport.of(2, 0));
		assertThat(this.queue.counts().ready()).isEqualTo(2);
	}

	@Test
	void anAuditReportsWhatItHasFoundInTheOtherShards() {
		this.redis.commands().hset(shardKeys(2).key("failures"), "gone", "1");
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(this.cut::audit)
			.withMessage("The audit of queue 'orders' is not complete: 2 of 3 shards have answered")
			.withCauseInstanceOf(RedisConnectionFailureException.class)
			.satisfies((ex) -> assertThat(ex.report().findings()).extracting(AuditFinding::shard).containsExactly(2));
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(() -> this.cut.repair(false))
			.satisfies((ex) -> assertThat(ex.report().repaired()).isEqualTo(1));
		assertThat(this.redis.commands().exists(shardKeys(2).key("failures"))).isZero();
	}

	@Test
	void allDeadLettersOfTheOtherShardsAreRedrivenAndPurged() {
		this.queue.add(jobsOfEach(2));
		this.queue.bury(each(this.queue.lease(6).leases(), CAUSE));
		String inShard0 = jobsOf(0, 1).get(0).id();
		String inShard2 = jobsOf(2, 1).get(0).id();
		assertThat(catchThrowable(this.cut.deadLetters()::redriveAll))
			.isInstanceOf(RedisConnectionFailureException.class);
		assertThat(this.queue.counts().ready()).isEqualTo(4);
		this.queue.bury(each(this.queue.lease(4).leases(), CAUSE));
		assertThat(this.queue.deadLetters().get(inShard0)).isPresent();
		assertThat(catchThrowable(this.cut.deadLetters()::purgeAll))
			.isInstanceOf(RedisConnectionFailureException.class);
		assertThat(this.queue.deadLetters().count()).isEqualTo(2);
		assertThat(this.queue.deadLetters().get(inShard2)).isEmpty();
	}

	@Test
	void ifNoShardHasAnsweredTheExceptionIsThatOfTheShard() {
		this.queue.add(jobsOf(BAD, 2));
		List<Lease> leases = this.queue.lease(2).leases();
		assertThat(catchThrowable(() -> this.cut.complete(leases))).isInstanceOf(RedisConnectionFailureException.class);
	}

	@Test
	void anErrorOfAShardKeepsNoOtherFromItsPart() {
		Shards shards = new Shards(List.of(worker(QueueType.LEASE, "one"), worker(QueueType.LEASE, "two")), false);
		List<WaitingQueue> asked = new ArrayList<>();
		assertThatExceptionOfType(InternalError.class).isThrownBy(() -> shards.each((shard) -> {
			asked.add(shard);
			throw new InternalError("of " + asked.size());
		})).withMessage("of 1");
		assertThat(asked).hasSize(2);
	}

}
