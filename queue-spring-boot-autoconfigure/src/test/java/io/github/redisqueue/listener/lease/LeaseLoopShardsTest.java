package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.lease.ScriptedReplies.Call;
import io.github.redisqueue.listener.lease.ShardLane.State;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LeaseLoop} does with several shards, without Redis and without time that
 * passes.
 */
class LeaseLoopShardsTest extends LeaseLoopTests {

	private static final Duration LOOK_PATIENCE = Duration.ofMillis(200);

	LeaseLoopShardsTest() {
		super(4);
	}

	@Test
	void theSumOfWhatIsAskedForIsTheRoom() {
		startWithRoomFor(10);
		assertThat(this.queue.underWay()).hasSize(4);
		assertThat(this.queue.underWay().stream().mapToInt(Call::max).sum()).isEqualTo(10);
	}

	@Test
	void withLessRoomThanShardsThoseComeFirstInWhichALookFindsJobs() {
		this.queue.found(2);
		startWithRoomFor(1);
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactly(2);
	}

	@Test
	void theLateAnswerOfALookThatWasGivenUpEndsNoOther() {
		CompletableFuture<List<Integer>> late = this.queue.silentLook();
		startWithRoomFor(1);
		assertThat(this.queue.underWay()).isEmpty();
		this.timer.run(LOOK_PATIENCE);
		assertThat(this.queue.underWay()).hasSize(1);
		CompletableFuture<List<Integer>> next = this.queue.silentLook();
		this.queue.answer(0);
		late.complete(List.of(1));
		assertThat(this.queue.underWay()).isEmpty();
		next.complete(List.of(2));
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactly(2);
	}

	@Test
	void aLookThatAnswersLeavesNoTimer() {
		CompletableFuture<List<Integer>> look = this.queue.silentLook();
		startWithRoomFor(1);
		assertThat(this.timer.delays()).contains(LOOK_PATIENCE);
		look.complete(List.of(2));
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactly(2);
		assertThat(this.timer.delays()).doesNotContain(LOOK_PATIENCE);
	}

	@Test
	void aPollGoesOnWithALookAtAllShards() {
		startWithRoomFor(8);
		this.queue.answerAll();
		this.queue.found(1, 3);
		this.timer.runNext();
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactly(0);
		this.queue.answer(0);
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactlyInAnyOrder(1, 3);
	}

	@Test
	void aPollThatAnotherInstanceHasMadeEndsWithThat() {
		startWithRoomFor(8);
		this.queue.answerAll();
		this.queue.found(1, 3);
		this.timer.runNext();
		this.queue.answerThatAnotherPolled(0, POLL);
		assertThat(this.queue.underWay()).isEmpty();
	}

	@Test
	void withLessRoomThanShardsTheyTakeTurns() {
		startWithRoomFor(1);
		List<Integer> asked = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			assertThat(this.queue.underWay()).hasSize(1);
			asked.add(this.queue.underWay().get(0).shard());
			this.queue.answer(0);
		}
		assertThat(asked).containsExactlyInAnyOrder(0, 1, 2, 3);
		assertThat(this.queue.underWay()).isEmpty();
	}

	@Test
	void aWakeUpMakesItAskItsShardAlone() {
		startWithRoomFor(8);
		this.queue.answerAll();
		this.bell.waiter.onWakeUp(2);
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactly(2);
		assertThat(this.queue.underWay()).extracting(Call::max).containsExactly(8);
	}

	@Test
	void aShardThatDoesNotAnswerHoldsUpNoOther() {
		startWithRoomFor(8);
		int silent = this.queue.underWay().get(0).shard();
		this.queue.answerAllBut(silent);
		for (int shard = 0; shard < 4; shard++) {
			if (shard != silent) {
				assertThat(this.bell.waiter.onWakeUp(shard)).isTrue();
				assertThat(this.loop.lanes().get(shard).state).isEqualTo(State.LEASING);
				this.queue.answerAllBut(silent);
			}
		}
		assertThat(this.loop.lanes().get(silent).state).isEqualTo(State.LEASING);
	}

	@Test
	void aShardThatFailsBacksOffAlone() {
		startWithRoomFor(8);
		int failed = this.queue.underWay().get(0).shard();
		this.queue.fail();
		this.queue.answerAll();
		assertThat(this.loop.lanes().get(failed).state).isEqualTo(State.BACKING_OFF);
		assertThat(this.bell.waiter.onWakeUp((failed + 1) % 4)).isTrue();
	}

	@Test
	void aShardWithTooManyUnsettledJobsIsNotAsked() {
		this.consumer.room = 8;
		this.consumer.blockedShard = 1;
		this.loop.start();
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactlyInAnyOrder(0, 2, 3);
		assertThat(this.loop.lanes().get(1).state).isEqualTo(State.FULL);
		this.consumer.blockedShard = -1;
		this.queue.answerAll();
		this.loop.onRoom();
		assertThat(this.queue.underWay()).extracting(Call::shard).contains(1);
	}

	@Test
	void aWakeUpWithoutANumberIsForAnyShard() {
		startWithRoomFor(8);
		this.queue.answerAll();
		assertThat(this.bell.waiter.onWakeUp(-1)).isTrue();
		assertThat(this.queue.underWay()).isNotEmpty();
	}

	@Test
	void ofSeveralThatHaveJobsTwoAreAskedInTurnForAllThereIsRoomFor() {
		startWithRoomFor(12);
		this.consumer.room = 0;
		answerAllThatThereIsMore();
		makeRoomFor(12);
		assertThat(this.queue.underWay()).hasSize(2).extracting(Call::max).containsExactly(6, 6);
		List<Integer> first = this.queue.underWay().stream().map(Call::shard).toList();
		this.consumer.room = 0;
		answerAllThatThereIsMore();
		makeRoomFor(12);
		assertThat(this.queue.underWay()).hasSize(2).extracting(Call::shard).isNotEqualTo(first);
		makeRoomFor(100);
		assertThat(this.queue.underWay()).hasSize(4);
	}

	private void answerAllThatThereIsMore() {
		for (int left = this.queue.underWay().size(); left > 0; left--) {
			this.queue.answerMore(1);
		}
	}

	/** Wake-ups of a shard that is known to have jobs would come again and again. */
	@Test
	void whileOneHasEnoughALookTakesThePlaceOfTheBellOfTheOthers() {
		startWithRoomFor(8);
		int busy = this.queue.underWay().get(0).shard();
		this.consumer.room = 0;
		this.queue.answerMore(1);
		this.queue.answerAll();
		int listens = this.bell.listens;
		assertThat(this.bell.waiter.onWakeUp(busy)).isFalse();
		makeRoomFor(8);
		assertThat(this.queue.underWay()).extracting(Call::shard).containsExactly(busy);
		this.queue.found((busy + 1) % 4);
		this.timer.run(ShardLane.WAKE_UP_PAUSE);
		assertThat(this.loop.lanes().get((busy + 1) % 4).isWaiting()).isFalse();
		assertThat(this.bell.listens).isEqualTo(listens);
		this.queue.answerAll();
		this.queue.answerAll();
		assertThat(this.bell.listens).isGreaterThan(listens);
	}

	@Test
	void aShardWithTooManyUnsettledJobsMakesItDeafToNoOther() {
		startWithRoomFor(8);
		int blocked = this.queue.underWay().get(0).shard();
		this.consumer.blockedShard = blocked;
		this.queue.answerMore(1);
		this.queue.answerAll();
		assertThat(this.bell.listens).isPositive();
		assertThat(this.bell.waiter.onWakeUp(blocked)).isTrue();
		assertThat(this.bell.waiter.onWakeUp((blocked + 1) % 4)).isTrue();
	}

	/** Whoever can write to Redis can let a reply say so. */
	@Test
	void aJobThatIsDueLaterThanNanosecondsCanTellIsDueFarInTheFuture() {
		ShardLane lane = new ShardLane(0,
				new Outages(TestThreads.timer(), Runnable::run).backoff("lease jobs from", "orders"));
		lane.leasing(1);
		lane.answered(new LeaseResult(List.of(), Duration.ofMillis(Long.MAX_VALUE), false));
		assertThat(lane.state).isEqualTo(ShardLane.State.WAITING);
		assertThat(lane.asBefore().nextDue()).isGreaterThan(Duration.ofDays(365));
	}

	private static Duration next(Duration worthIt, long now) {
		return ShardProbes.untilPoll(POLL, worthIt, now);
	}

	@Test
	void thePollComesAfterTheIntervalAndAtMostFivePercentLater() {
		for (long now = -3_000_000_000L; now < 3_000_000_000L; now += 7_777_777) {
			assertThat(next(POLL, now)).isGreaterThan(POLL).isLessThanOrEqualTo(POLL.plusMillis(50));
			assertThat(next(Duration.ofMillis(300), now)).isBetween(Duration.ofMillis(300), Duration.ofMillis(350));
		}
	}

	@Test
	void listenersThatPolledTogetherPollTogetherAgainThoughTheirRepliesDiffer() {
		long together = next(POLL, 0).toNanos();
		for (int round = 0; round < 100; round++) {
			long polled = together;
			List<Long> next = LongStream.of(0, 1_000_000, 25_000_000)
				.map((reply) -> polled + reply + next(POLL, polled + reply).toNanos())
				.boxed()
				.distinct()
				.toList();
			assertThat(next).as("round %d", round).hasSize(1);
			together = next.get(0);
		}
	}

}
