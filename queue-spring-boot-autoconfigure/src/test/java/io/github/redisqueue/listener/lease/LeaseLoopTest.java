package io.github.redisqueue.listener.lease;

import java.time.Duration;

import io.github.redisqueue.listener.lease.ScriptedReplies.Call;
import io.github.redisqueue.listener.lease.ShardLane.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each transition of the table in {@link LeaseLoop}.
 */
class LeaseLoopTest extends LeaseLoopTests {

	@Nested
	class AtTheBeginning {

		@Test
		void asksForAsManyJobsAsThereIsRoomFor() {
			startWithRoomFor(7);
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
			startWithRoomFor(5);
			queue.answer(0);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.listens).isPositive();
		}

		@Test
		void aWakeUpMakesItAsk() {
			assertThat(bell.waiter.onWakeUp(0)).isTrue();
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(queue.underWay()).extracting(Call::name).containsExactly("leaseOrWait");
		}

		@Test
		void aWakeUpIsRefusedWithoutRoomAndAskedForWithTheRoom() {
			consumer.room = 0;
			assertThat(bell.waiter.onWakeUp(0)).isFalse();
			assertThat(state()).isEqualTo(State.FULL);
			makeRoomFor(1);
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aGapMakesItAsk() {
			bell.waiter.onGap();
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
			consumer.room = 0;
			timer.runNext();
			assertThat(state()).isEqualTo(State.FULL);
			makeRoomFor(3);
			assertThat(queue.underWay()).extracting(Call::max).containsExactly(3);
		}

		@Test
		void aPollDoesNotForgetWhenTheNextJobIsDue() {
			bell.waiter.onWakeUp(0);
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
			consumer.awaiting = false;
			assertThat(bell.waiter.onWakeUp(0)).isFalse();
			assertThat(queue.underWay()).isEmpty();
			loop.onRoom();
			assertThat(queue.underWay()).hasSize(1);
		}

		@Test
		void itDoesNotListenAsLongAsAllHandlersAreBusy() {
			int listens = bell.listens;
			bell.waiter.onWakeUp(0);
			consumer.awaiting = false;
			queue.answer(1);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.listens).isEqualTo(listens);
			consumer.awaiting = true;
			loop.onRoom();
			assertThat(bell.listens).isEqualTo(listens + 1);
		}

	}

	@Nested
	class WhileMoreIsReadyThanThereIsRoomFor {

		@BeforeEach
		void leaveJobsBehind() {
			startWithRoomFor(5);
			consumer.room = 0;
			queue.answerMore(5);
			assertThat(state()).isEqualTo(State.FULL);
		}

		@Test
		void itDoesNotListen() {
			assertThat(bell.listens).isZero();
			makeRoomFor(5);
			queue.answerMore(2);
			assertThat(bell.listens).isZero();
			queue.answer(2);
			assertThat(bell.listens).isPositive();
		}

		@Test
		void aWakeUpIsLeftToOthers() {
			assertThat(bell.waiter.onWakeUp(0)).isFalse();
			makeRoomFor(5);
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(bell.waiter.onWakeUp(0)).isFalse();
			queue.answer(2);
			assertThat(bell.passedOn).isEmpty();
		}

		/** Who has ended jobs of groups is the first who may lease the next ones. */
		@Test
		void whatItsOwnCallsHaveOpenedIsTakenWithTheCallUnderWay() {
			makeRoomFor(5);
			assertThat(bell.waiter.onOffer(0)).isTrue();
			queue.answer(2);
			assertThat(state()).isEqualTo(State.LEASING);
			assertThat(bell.waiter.onOffer(0)).isTrue();
			queue.fail();
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void whatItsOwnCallsHaveOpenedIsLeftToOthersWithoutRoom() {
			assertThat(bell.waiter.onOffer(0)).isFalse();
		}

		@Test
		void whatWaitsForTheNextCallIsSentWithIt() {
			consumer.called.clear();
			makeRoomFor(5);
			assertThat(consumer.called).containsExactly(0);
			consumer.room = 0;
			queue.answerMore(5);
			assertThat(consumer.called).containsExactly(0);
		}

		@Test
		void whatWaitsForTheNextCallIsSentWhenNoneFollows() {
			makeRoomFor(5);
			assertThat(consumer.settled).isEmpty();
			queue.answer(2);
			assertThat(consumer.settled).containsExactly(0);
		}

		@Test
		void whatWaitsForTheNextCallIsSentWhenThatFails() {
			makeRoomFor(5);
			queue.fail();
			assertThat(consumer.settled).containsExactly(0);
			assertThat(loop.lanes().get(0).hasBacklog()).isFalse();
		}

	}

	@Nested
	class WhileLeasing {

		@BeforeEach
		void lease() {
			startWithRoomFor(5);
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void noSecondCallBegins() {
			assertThat(bell.waiter.onWakeUp(0)).isTrue();
			bell.waiter.onGap();
			assertThat(loop.isRoomNews()).isFalse();
			loop.onRoom();
			assertThat(queue.underWay()).hasSize(1);
		}

		@Test
		void jobsGoToTheConsumer() {
			queue.answer(3);
			assertThat(consumer.taken).hasSize(3);
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
			consumer.room = 0;
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
			bell.waiter.onWakeUp(0);
			queue.answer(0);
			assertThat(queue.underWay()).hasSize(1);
		}

		@Test
		void aWakeUpThatCameMeanwhileIsPassedOnIfTheRoomIsUsedUp() {
			bell.waiter.onWakeUp(0);
			consumer.room = 0;
			queue.answer(5);
			assertThat(state()).isEqualTo(State.FULL);
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void withoutRoomAfterTheReplyItListensOnlyWhenThereIsRoomAgain() {
			int listens = bell.listens;
			consumer.room = 0;
			queue.answer(5);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.listens).isEqualTo(listens);
			makeRoomFor(1);
			assertThat(bell.listens).isEqualTo(listens + 1);
		}

		@Test
		void aPausedQueueIsWaitedFor() {
			queue.answerPaused();
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(bell.waiter.onWakeUp(0)).isTrue();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aPausedQueueIsPolledToo() {
			queue.answerPaused();
			timer.runNext();
			assertThat(queue.underWay()).extracting(Call::name).containsExactly("poll");
			queue.answerThatAnotherPolled(0, POLL);
			assertThat(state()).isEqualTo(State.WAITING);
			assertThat(loop.lanes().isPaused()).isTrue();
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
			assertThat(bell.waiter.onWakeUp(0)).isFalse();
			bell.waiter.onGap();
			loop.onRoom();
			assertThat(queue.underWay()).isEmpty();
			timer.runLast();
			assertThat(state()).isEqualTo(State.LEASING);
		}

		@Test
		void aWakeUpThatCameMeanwhileIsPassedOnIfTheCallFails() {
			bell.waiter.onWakeUp(0);
			queue.fail();
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void aWakeUpThatCameMeanwhileIsPassedOnAfterTheEnd() {
			bell.waiter.onWakeUp(0);
			loop.close();
			queue.answer(0);
			assertThat(bell.passedOn).containsExactly(0);
		}

		@Test
		void aConsumerThatFailsMakesItBackOff() {
			consumer.failing = true;
			queue.answer(1);
			assertThat(state()).isEqualTo(State.BACKING_OFF);
		}

		@Test
		void jobsOfACallUnderWayGoToTheConsumerAfterTheEnd() {
			var ended = loop.close();
			assertThat(ended).isNotDone();
			queue.answerMore(2);
			assertThat(consumer.taken).hasSize(2);
			assertThat(queue.underWay()).isEmpty();
			assertThat(ended).isCompleted();
		}

	}

}
