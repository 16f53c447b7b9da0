package io.github.redisqueue.listener.lease;

import java.time.Duration;

import io.github.redisqueue.listener.lease.ScriptedReplies.Call;
import io.github.redisqueue.listener.lease.ShardLane.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link LeaseLoop} behind trips of settlements that may open jobs of groups, without
 * Redis and without time that passes.
 */
class LeaseLoopTripsTest extends LeaseLoopTests {

	@BeforeEach
	void learnThatEndsOpenJobs() {
		startWithRoomFor(5);
		this.queue.answer(1);
		this.loop.onTrip(0, 1);
		assertThat(this.queue.underWay()).isEmpty();
		assertThat(this.bell.waiter.onOffer(0)).isTrue();
		this.loop.onTrip(0, -1);
		this.queue.answer(1);
		assertThat(state()).isEqualTo(State.WAITING);
	}

	@Test
	void theNextTripMakesItAskAtOnceAndWhatOpensGoesWithThatCall() {
		this.loop.onTrip(0, 1);
		assertThat(this.queue.underWay()).extracting(Call::name).containsExactly("leaseOrWait");
		assertThat(this.bell.waiter.onOffer(0)).isTrue();
		this.loop.onTrip(0, -1);
		this.queue.answer(1);
		assertThat(state()).isEqualTo(State.WAITING);
		assertThat(this.queue.underWay()).isEmpty();
	}

	@Test
	void itAsksAgainIfTheCallHasMissedWhatOpened() {
		this.loop.onTrip(0, 1);
		this.bell.waiter.onOffer(0);
		this.loop.onTrip(0, -1);
		this.queue.answer(0);
		assertThat(this.queue.underWay()).hasSize(1);
	}

	@Test
	void whatOpensIsPassedOnIfTheCallFails() {
		this.loop.onTrip(0, 1);
		this.bell.waiter.onOffer(0);
		this.queue.fail();
		assertThat(this.bell.passedOn).containsExactly(0);
	}

	@Test
	void itAsksAgainForWhatOthersOpenDuringACall() {
		this.bell.waiter.onWakeUp(0);
		assertThat(this.bell.waiter.onOffer(0)).isTrue();
		this.queue.answer(1);
		assertThat(this.queue.underWay()).hasSize(1);
	}

	@Test
	void itAsksNoMoreBehindTripsThatOpenNothing() {
		this.loop.onTrip(0, 1);
		this.queue.answer(0);
		this.loop.onTrip(0, -1);
		this.loop.onTrip(0, 1);
		assertThat(this.queue.underWay()).isEmpty();
	}

	@Test
	void aTripThatWasSentBeforeTheReplyIsFollowedByTheTimer() {
		this.bell.waiter.onWakeUp(0);
		this.loop.onTrip(0, 1);
		this.queue.answer(1);
		assertThat(this.queue.underWay()).isEmpty();
		this.timer.run(Duration.ZERO);
		assertThat(this.queue.underWay()).hasSize(1);
	}

	@Test
	void anEndThatIsToldFirstCountsForTheTrip() {
		this.loop.onTrip(0, -1);
		this.loop.onTrip(0, 1);
		assertThat(this.queue.underWay()).isEmpty();
	}

}
