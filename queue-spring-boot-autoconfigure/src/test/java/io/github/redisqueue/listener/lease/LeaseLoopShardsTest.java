package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.lease.ScriptedReplies.Call;
import io.github.redisqueue.listener.lease.ShardLane.State;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LeaseLoop} does with several shards, without Redis and without time that
 * passes.
 */
class LeaseLoopShardsTest {

	private static final Duration POLL = Duration.ofSeconds(1);

	private static final Duration LOOK_PATIENCE = Duration.ofMillis(200);

	private final ScriptedReplies shards = new ScriptedReplies("orders", 4);

	private final ManualTimer timer = new ManualTimer();

	private final Bellboard bell = new Bellboard();

	private final Room consumer = new Room();

	private final LeaseLoop loop = new LeaseLoop(this.shards.queue(), this.bell, this.consumer, POLL, this.timer,
			new Outages(TestThreads.timer(), Runnable::run).backoff("lease jobs from", "orders"));

	@Test
	void theSumOfWhatIsAskedForIsTheRoom() {
		this.consumer.room = 10;
		this.loop.start();
		assertThat(this.shards.underWay()).hasSize(4);
		assertThat(this.shards.underWay().stream().mapToInt(Call::max).sum()).isEqualTo(10);
	}

	@Test
	void withLessRoomThanShardsThoseComeFirstInWhichALookFindsJobs() {
		this.shards.found(2);
		this.consumer.room = 1;
		this.loop.start();
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactly(2);
	}

	@Test
	void aLookThatDoesNotAnswerIsGivenUpAfterATime() {
		CompletableFuture<List<Integer>> look = this.shards.silentLook();
		this.consumer.room = 1;
		this.loop.start();
		assertThat(this.shards.underWay()).isEmpty();
		this.timer.run(LOOK_PATIENCE);
		assertThat(this.shards.underWay()).extracting(Call::shard).hasSize(1);
	}

	@Test
	void theLateAnswerOfALookThatWasGivenUpEndsNoOther() {
		CompletableFuture<List<Integer>> late = this.shards.silentLook();
		this.consumer.room = 1;
		this.loop.start();
		this.timer.run(LOOK_PATIENCE);
		CompletableFuture<List<Integer>> next = this.shards.silentLook();
		this.shards.answer(0);
		late.complete(List.of(1));
		assertThat(this.shards.underWay()).isEmpty();
		next.complete(List.of(2));
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactly(2);
	}

	@Test
	void aLookThatAnswersLeavesNoTimer() {
		CompletableFuture<List<Integer>> look = this.shards.silentLook();
		this.consumer.room = 1;
		this.loop.start();
		assertThat(this.timer.delays()).contains(LOOK_PATIENCE);
		look.complete(List.of(2));
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactly(2);
		assertThat(this.timer.delays()).doesNotContain(LOOK_PATIENCE);
	}

	@Test
	void aPollGoesOnWithALookAtAllShards() {
		this.consumer.room = 8;
		this.loop.start();
		this.shards.answerAll();
		this.shards.found(1, 3);
		this.timer.runNext();
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactly(0);
		this.shards.answer(0);
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactlyInAnyOrder(1, 3);
	}

	@Test
	void aPollThatAnotherInstanceHasMadeEndsWithThat() {
		this.consumer.room = 8;
		this.loop.start();
		this.shards.answerAll();
		this.shards.found(1, 3);
		this.timer.runNext();
		this.shards.answerThatAnotherPolled(0, POLL);
		assertThat(this.shards.underWay()).isEmpty();
	}

	@Test
	void withLessRoomThanShardsTheyTakeTurns() {
		this.consumer.room = 1;
		this.loop.start();
		List<Integer> asked = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			assertThat(this.shards.underWay()).hasSize(1);
			asked.add(this.shards.underWay().get(0).shard());
			this.shards.answer(0);
		}
		assertThat(asked).containsExactlyInAnyOrder(0, 1, 2, 3);
		assertThat(this.shards.underWay()).isEmpty();
	}

	@Test
	void aWakeUpMakesItAskItsShardAlone() {
		this.consumer.room = 8;
		this.loop.start();
		this.shards.answerAll();
		this.bell.waiter.onWakeUp(2);
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactly(2);
		assertThat(this.shards.underWay()).extracting(Call::max).containsExactly(8);
	}

	@Test
	void aShardThatDoesNotAnswerHoldsUpNoOther() {
		this.consumer.room = 8;
		this.loop.start();
		int silent = this.shards.underWay().get(0).shard();
		this.shards.answerAllBut(silent);
		for (int shard = 0; shard < 4; shard++) {
			if (shard != silent) {
				assertThat(this.bell.waiter.onWakeUp(shard)).isTrue();
				assertThat(this.loop.lanes().get(shard).state).isEqualTo(State.LEASING);
				this.shards.answerAllBut(silent);
			}
		}
		assertThat(this.loop.lanes().get(silent).state).isEqualTo(State.LEASING);
	}

	@Test
	void aShardThatFailsBacksOffAlone() {
		this.consumer.room = 8;
		this.loop.start();
		int failed = this.shards.underWay().get(0).shard();
		this.shards.fail();
		this.shards.answerAll();
		assertThat(this.loop.lanes().get(failed).state).isEqualTo(State.BACKING_OFF);
		assertThat(this.bell.waiter.onWakeUp((failed + 1) % 4)).isTrue();
	}

	@Test
	void aShardWithTooManyUnsettledJobsIsNotAsked() {
		this.consumer.room = 8;
		this.consumer.blockedShard = 1;
		this.loop.start();
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactlyInAnyOrder(0, 2, 3);
		assertThat(this.loop.lanes().get(1).state).isEqualTo(State.FULL);
		this.consumer.blockedShard = -1;
		this.shards.answerAll();
		this.loop.onRoom();
		assertThat(this.shards.underWay()).extracting(Call::shard).contains(1);
	}

	@Test
	void aWakeUpWithoutANumberIsForAnyShard() {
		this.consumer.room = 8;
		this.loop.start();
		this.shards.answerAll();
		assertThat(this.bell.waiter.onWakeUp(-1)).isTrue();
		assertThat(this.shards.underWay()).isNotEmpty();
	}

	@Test
	void ofSeveralThatHaveJobsTwoAreAskedInTurnForAllThereIsRoomFor() {
		this.consumer.room = 12;
		this.loop.start();
		this.consumer.room = 0;
		answerAllThatThereIsMore();
		this.consumer.room = 12;
		this.loop.onRoom();
		assertThat(this.shards.underWay()).hasSize(2).extracting(Call::max).containsExactly(6, 6);
		List<Integer> first = this.shards.underWay().stream().map(Call::shard).toList();
		this.consumer.room = 0;
		answerAllThatThereIsMore();
		this.consumer.room = 12;
		this.loop.onRoom();
		assertThat(this.shards.underWay()).hasSize(2).extracting(Call::shard).isNotEqualTo(first);
		this.consumer.room = 100;
		this.loop.onRoom();
		assertThat(this.shards.underWay()).hasSize(4);
	}

	private void answerAllThatThereIsMore() {
		for (int left = this.shards.underWay().size(); left > 0; left--) {
			this.shards.answerMore(1);
		}
	}

	/** Wake-ups of a shard that is known to have jobs would come again and again. */
	@Test
	void whileOneHasEnoughALookTakesThePlaceOfTheBellOfTheOthers() {
		this.consumer.room = 8;
		this.loop.start();
		int busy = this.shards.underWay().get(0).shard();
		this.consumer.room = 0;
		this.shards.answerMore(1);
		this.shards.answerAll();
		int listens = this.bell.listens;
		assertThat(this.bell.waiter.onWakeUp(busy)).isFalse();
		this.consumer.room = 8;
		this.loop.onRoom();
		assertThat(this.shards.underWay()).extracting(Call::shard).containsExactly(busy);
		this.shards.found((busy + 1) % 4);
		this.timer.run(ShardLane.WAKE_UP_PAUSE);
		assertThat(this.loop.lanes().get((busy + 1) % 4).isWaiting()).isFalse();
		assertThat(this.bell.listens).isEqualTo(listens);
		this.shards.answerAll();
		this.shards.answerAll();
		assertThat(this.bell.listens).isGreaterThan(listens);
	}

	@Test
	void aShardWithTooManyUnsettledJobsMakesItDeafToNoOther() {
		this.consumer.room = 8;
		this.loop.start();
		int blocked = this.shards.underWay().get(0).shard();
		this.consumer.blockedShard = blocked;
		this.shards.answerMore(1);
		this.shards.answerAll();
		assertThat(this.bell.listens).isPositive();
		assertThat(this.bell.waiter.onWakeUp(blocked)).isTrue();
		assertThat(this.bell.waiter.onWakeUp((blocked + 1) % 4)).isTrue();
	}

}
