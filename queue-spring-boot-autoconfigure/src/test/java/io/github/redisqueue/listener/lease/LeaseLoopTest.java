package io.github.redisqueue.listener.lease;

import java.time.Duration;

import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.lease.ScriptedReplies.Call;
import io.github.redisqueue.listener.lease.ShardLane.State;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each transition of the table in {@link LeaseLoop}, without Redis and without time that
 * passes.
 */
class LeaseLoopTest {

	private static final Duration POLL = Duration.ofSeconds(1);

	private final ScriptedReplies queue = new ScriptedReplies("orders", 1);

	private final ManualTimer timer = new ManualTimer();

	private final Bellboard bell = new Bellboard();

	private final Room intake = new Room();

	private final LeaseLoop loop = new LeaseLoop(this.queue.queue(), this.bell, this.intake, new PollTimes(POLL),
			this.timer, new Outages(TestThreads.timer(), Runnable::run).backoff("lease jobs from", "orders"));

	private State state() {
		return this.loop.lanes().get(0).state;
	}

	@Nested
	class AtTheBeginning {

		@Test
		void asksForAsManyJobsAsThereIsRoomFor() {
			intake.room = 7;
			loop.start();
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(queue.underWay()).extracting(Call::max).containsExactly(7);
		}

		@Test
		void isFullWithoutRoom() {
			loop.start();
			assertThat(state()).isEqualTo(State.FULL);
			assertThat(queue.underWay()).isEmpty();
		}

	}

	@Nested
	class WhileWaiting {

		@BeforeEach
		void wait_() {
			intake.room = 5;
			loop.start();
			queue.answer(0);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.listens).isPositive();
		}

		@Test
		void aWakeUpMakesItAsk() {
			assertThat(loop.watch().onWakeUp(0)).isTrue();
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(queue.underWay()).extracting(Call::name).containsExactly("leaseOrWait");
		}

		@Test
		void aWakeUpIsRefusedWithoutRoomAndAskedForWithTheRoom() {
			intake.room = 0;
			assertThat(loop.watch().onWakeUp(0)).isFalse();
			assertThat(state()).isEqualTo(State.FULL);
			intake.room = 1;
			loop.onRoom();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aGapMakesItAsk() {
			loop.watch().onGap();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void roomAloneMakesItDoNothing() {
			loop.onRoom();
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(queue.underWay()).isEmpty();
		}

		@Test
		void thePollIntervalMakesItPoll() {
			timer.runNext();
			assertThat(queue.underWay()).extracting(Call::name).containsExactly("poll");
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aPollThatAnotherInstanceHasMadeChangesNothingButTheTimeOfTheNext() {
			timer.runNext();
			queue.answerThatAnotherPolled(0, Duration.ofMillis(300));
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(timer.delays()).singleElement()
				.satisfies((delay) -> assertThat(delay).isBetween(Duration.ofMillis(300), Duration.ofMillis(360)));
		}

		@Test
		void aPollWithoutRoomComesWithTheRoom() {
			intake.room = 0;
			timer.runNext();
			assertThat(state()).isEqualTo(State.FULL);
			intake.room = 3;
			loop.onRoom();
			assertThat(queue.underWay()).extracting(Call::max).containsExactly(3);
		}

		@Test
		void aPollDoesNotForgetWhenTheNextJobIsDue() {
			loop.watch().onWakeUp(0);
			queue.answerDueIn(0, Duration.ofHours(1));
			timer.runNext();
			queue.answerThatAnotherPolled(0, POLL);
			assertThat(timer.delays()).hasSize(2);
			timer.runLast();
			assertThat(queue.underWay()).extracting(Call::name).containsExactly("leaseOrWait");
		}

		/** Another instance may be idle. */
		@Test
		void aWakeUpIsLeftToOthersIfAllHandlersAreBusyThoughThereIsRoomToPrefetch() {
			intake.awaiting = false;
			assertThat(loop.watch().onWakeUp(0)).isFalse();
			assertThat(queue.underWay()).isEmpty();
			loop.onRoom();
			assertThat(queue.underWay()).hasSize(1);
		}

		@Test
		void itDoesNotListenAsLongAsAllHandlersAreBusy() {
			int listens = bell.listens;
			loop.watch().onWakeUp(0);
			intake.awaiting = false;
			queue.answer(1);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.listens).isEqualTo(listens);
			intake.awaiting = true;
			loop.onRoom();
			assertThat(bell.listens).isEqualTo(listens + 1);
		}

	}

	@Nested
	class WhileMoreIsReadyThanThereIsRoomFor {

		@BeforeEach
		void leaveJobsBehind() {
			intake.room = 5;
			loop.start();
			intake.room = 0;
			queue.answerMore(5);
			assertThat(state()).isEqualTo(State.FULL);
		}

		@Test
		void itDoesNotListen() {
			assertThat(bell.listens).isZero();
			intake.room = 5;
			loop.onRoom();
			queue.answerMore(2);
			assertThat(bell.listens).isZero();
			queue.answer(2);
			assertThat(bell.listens).isPositive();
		}

		@Test
		void aWakeUpIsLeftToOthers() {
			assertThat(loop.watch().onWakeUp(0)).isFalse();
			intake.room = 5;
			loop.onRoom();
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(loop.watch().onWakeUp(0)).isFalse();
			queue.answer(2);
			assertThat(bell.passedOn).isEmpty();
		}

		/** Who has ended jobs of groups is the first who may lease the next ones. */
		@Test
		void whatItsOwnCallsHaveOpenedIsTakenWithTheCallUnderWay() {
			intake.room = 5;
			loop.onRoom();
			assertThat(loop.watch().onOffer(0)).isTrue();
			queue.answer(2);
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(loop.watch().onOffer(0)).isTrue();
			queue.fail();
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void whatItsOwnCallsHaveOpenedIsLeftToOthersWithoutRoom() {
			assertThat(loop.watch().onOffer(0)).isFalse();
		}

		@Test
		void whatWaitsForTheNextCallIsSentWithIt() {
			intake.called.clear();
			intake.room = 5;
			loop.onRoom();
			assertThat(intake.called).containsExactly(0);
			intake.room = 0;
			queue.answerMore(5);
			assertThat(intake.called).containsExactly(0);
		}

		@Test
		void whatWaitsForTheNextCallIsSentWhenNoneFollows() {
			intake.room = 5;
			loop.onRoom();
			assertThat(intake.settled).isEmpty();
			queue.answer(2);
			assertThat(intake.settled).containsExactly(0);
		}

		@Test
		void whatWaitsForTheNextCallIsSentWhenThatFails() {
			intake.room = 5;
			loop.onRoom();
			queue.fail();
			assertThat(intake.settled).containsExactly(0);
			assertThat(loop.lanes().get(0).hasBacklog()).isFalse();
		}

	}

	@Nested
	class WhileADelayedJobWaits {

		@BeforeEach
		void waitForADelayedJob() {
			intake.room = 5;
			loop.start();
			queue.answerDueIn(0, Duration.ofMillis(200));
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(timer.delays()).contains(Duration.ofMillis(200));
		}

		@Test
		void itAsksWhenTheJobIsDue() {
			timer.run(Duration.ofMillis(200));
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void withoutRoomItPassesAWakeUpOn() {
			intake.room = 0;
			timer.run(Duration.ofMillis(200));
			assertThat(state()).isEqualTo(State.FULL);
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void aWakeUpThatComesBeforeCancelsTheTimer() {
			loop.watch().onWakeUp(0);
			assertThat(timer.delays()).doesNotContain(Duration.ofMillis(200));
		}

	}

	@Nested
	class WhileLeasing {

		@BeforeEach
		void lease() {
			intake.room = 5;
			loop.start();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void noSecondCallBegins() {
			assertThat(loop.watch().onWakeUp(0)).isTrue();
			loop.watch().onGap();
			assertThat(loop.isRoomNews()).isFalse();
			loop.onRoom();
			assertThat(queue.underWay()).hasSize(1);
		}

		@Test
		void jobsGoToTheIntake() {
			queue.answer(3);
			assertThat(intake.taken).hasSize(3);
			assertThat(state()).isEqualTo(State.WAITING);
		}

		@Test
		void itAsksAgainIfMoreMayBeReady() {
			queue.answerMore(2);
			assertThat(queue.underWay()).hasSize(1);
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void itIsFullIfMoreMayBeReadyAndTheRoomIsUsedUp() {
			intake.room = 0;
			queue.answerMore(5);
			assertThat(state()).isEqualTo(State.FULL);
			assertThat(bell.passedOn).isEmpty();
		}

		@Test
		void afterAReplyWithFewerJobsThanAskedForThereIsNoFurtherLook() {
			queue.answer(1);
			assertThat(queue.underWay()).isEmpty();
		}

		@Test
		void aWakeUpThatCameMeanwhileMakesItAskAgain() {
			loop.watch().onWakeUp(0);
			queue.answer(0);
			assertThat(queue.underWay()).hasSize(1);
		}

		@Test
		void aWakeUpThatCameMeanwhileIsPassedOnIfTheRoomIsUsedUp() {
			loop.watch().onWakeUp(0);
			intake.room = 0;
			queue.answer(5);
			assertThat(state()).isEqualTo(State.FULL);
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void withoutRoomAfterTheReplyItListensOnlyWhenThereIsRoomAgain() {
			int listens = bell.listens;
			intake.room = 0;
			queue.answer(5);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.listens).isEqualTo(listens);
			intake.room = 1;
			loop.onRoom();
			assertThat(bell.listens).isEqualTo(listens + 1);
		}

		@Test
		void aPausedQueueIsWaitedFor() {
			queue.answerPaused();
			assertThat(state()).isEqualTo(State.PAUSED);
			assertThat(loop.watch().onWakeUp(0)).isTrue();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aPausedQueueIsPolledToo() {
			queue.answerPaused();
			timer.runNext();
			assertThat(queue.underWay()).extracting(Call::name).containsExactly("poll");
			queue.answerThatAnotherPolled(0, POLL);
			assertThat(state()).isEqualTo(State.PAUSED);
		}

		@Test
		void thePollIntervalMakesItDoNothing() {
			timer.runNext();
			assertThat(queue.underWay()).hasSize(1);
			assertThat(timer.delays()).hasSize(1);
		}

		@Test
		void aFailureMakesItBackOffAndAskAgain() {
			queue.fail();
			assertThat(state()).isEqualTo(State.BACKING_OFF);
			assertThat(loop.watch().onWakeUp(0)).isFalse();
			loop.watch().onGap();
			loop.onRoom();
			assertThat(queue.underWay()).isEmpty();
			timer.runLast();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aWakeUpThatCameMeanwhileIsPassedOnIfTheCallFails() {
			loop.watch().onWakeUp(0);
			queue.fail();
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void aWakeUpThatCameMeanwhileIsPassedOnAfterTheEnd() {
			loop.watch().onWakeUp(0);
			loop.close();
			queue.answer(0);
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void anIntakeThatFailsMakesItBackOff() {
			intake.failing = true;
			queue.answer(1);
			assertThat(state()).isEqualTo(State.BACKING_OFF);
		}

		@Test
		void jobsOfACallUnderWayGoToTheIntakeAfterTheEnd() {
			var ended = loop.close();
			assertThat(ended).isNotDone();
			queue.answerMore(2);
			assertThat(intake.taken).hasSize(2);
			assertThat(queue.underWay()).isEmpty();
			assertThat(ended).isCompleted();
		}

	}

}
