package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rule 4 of the contract: whoever lost a lease changes nothing, and a holder whose lease
 * has run out but was taken by nobody still holds it.
 */
abstract class FenceContract extends QueueTests {

	/** Whatever the loser of a lease does, not one key changes. */
	private void assertLost(Settlement settlement, WorkerQueue loser, Lease lost) {
		var before = snapshot();
		assertThat(settlement.by(loser, lost)).isFalse();
		assertThat(snapshot()).isEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoLostALeaseToAnotherWorkerChangesNothing(Settlement settlement) {
		add("a", "b");
		WorkerQueue loser = shortWorker("loser");
		Lease lost = leaseOne(loser);
		Lease other = leaseOne(this.queue);
		Lease current = takeOver(worker("winner"));
		assertLost(settlement, loser, lost);
		assertThat(complete(worker("winner"), current)).isTrue();
		assertThat(complete(this.queue, other)).isTrue();
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoLostALeaseAndTookTheJobAgainSettlesOnlyByTheNewLease(Settlement settlement) {
		add("a");
		Lease lost = leaseOne(shortWorker("same"));
		Lease current = takeOver(worker("same"));
		assertThat(current).isNotEqualTo(lost);
		assertLost(settlement, worker("same"), lost);
		assertThat(settlement.by(worker("same"), current)).isTrue();
	}

	private Lease leaseThatRedisLoses(WorkerQueue worker) {
		add("a");
		Runnable rollback = save();
		Lease lost = leaseOne(worker);
		rollback.run();
		return lost;
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoseLeaseRedisHasLostChangesNothingThoughAnotherWorkerHasTheSameToken(Settlement settlement) {
		WorkerQueue former = worker("former");
		Lease lost = leaseThatRedisLoses(former);
		WorkerQueue holder = worker("holder");
		Lease current = leaseOne(holder);
		assertThat(current.token()).isEqualTo(lost.token());
		assertLost(settlement, former, lost);
		runOut(LONG);
		assertLost(settlement, former, lost);
		assertThat(complete(holder, current)).isTrue();
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	@OnlyFor(types = { QueueType.LEASE, QueueType.LIST, QueueType.DELAYED })
	void thatHoldsOnceTheJobOfTheOtherIsReadyAgain(Settlement settlement) {
		WorkerQueue former = shortWorker("former");
		Lease lost = leaseThatRedisLoses(former);
		WorkerQueue holder = shortWorker("holder");
		Lease current = leaseOne(holder);
		cleanUntilLeased(0);
		assertLost(settlement, former, lost);
		assertThat(complete(holder, current)).isTrue();
	}

	@Test
	void aCompletionThatRedisHasLostCountsAsACrash() {
		WorkerQueue holder = create(limited("holder", LONG, 0, 1));
		add("a");
		for (int crashes = 0; crashes < 2; crashes++) {
			Lease lease = leaseOne(holder);
			assertThat(lease.crashes()).isEqualTo(crashes);
			assertThat(holder.start(List.of(lease), true)).hasSize(1);
			Runnable rollback = save();
			assertThat(complete(holder, lease)).isTrue();
			rollback.run();
			await().pollDelay(Duration.ZERO).until(() -> {
				runOut(LONG);
				holder.clean(CleanDepth.LIGHT);
				return this.queue.counts().leased() == 0;
			});
		}
		assertCounts(0, 0, 0, 1);
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoseJobWasCancelledOrCompletedAndAddedAnewChangesNothing(Settlement settlement) {
		add("a");
		Lease cancelled = leaseOne(this.queue);
		this.queue.cancel("a");
		add("a");
		assertLost(settlement, this.queue, cancelled);
		Lease completed = leaseOne(this.queue);
		assertLost(settlement, this.queue, cancelled);
		assertThat(complete(this.queue, completed)).isTrue();
		add("a");
		assertLost(settlement, this.queue, completed);
		Lease anew = leaseOne(this.queue);
		assertLost(settlement, this.queue, completed);
		assertThat(complete(this.queue, anew)).isTrue();
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoseJobWasBuriedAndRedrivenChangesNothing(Settlement settlement) {
		add("a");
		Lease old = leaseOne(this.queue);
		this.queue.bury(Map.of(old, CAUSE));
		assertLost(settlement, this.queue, old);
		this.queue.deadLetters().redrive(List.of("a"));
		assertLost(settlement, this.queue, old);
		assertCounts(1, 0, 0, 0);
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "COMPLETE", "RETRY", "RELEASE", "POSTPONE", "BURY" })
	void aSettlementThatIsRepeatedChangesNothingMore(Settlement settlement) {
		add("a", "b");
		Lease lease = leaseOne(this.queue);
		assertThat(settlement.by(this.queue, lease)).isTrue();
		for (Settlement repeated : Settlement.values()) {
			assertLost(repeated, this.queue, lease);
		}
		assertThat(this.queue.cancel(lease.id().equals("a") ? "b" : "a")).isTrue();
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, mode = Mode.EXCLUDE, names = "START")
	void aHolderWhoseLeaseHasRunOutMaySettle(Settlement settlement) {
		Lease lease = expired("a");
		assertThat(settlement.by(shortWorker("vanished"), lease)).isTrue();
		assertSettledOnce(settlement);
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, mode = Mode.EXCLUDE, names = "START")
	void aHolderWhoseLeaseHasRunOutMaySettleEvenIfTheJobIsReadyAgain(Settlement settlement) {
		Lease lease = reclaimed("a");
		assertThat(settlement.by(shortWorker("vanished"), lease)).isTrue();
		assertSettledOnce(settlement);
	}

	/** The one job of the queue is in the state that the settlement leads to. */
	private void assertSettledOnce(Settlement settlement) {
		switch (settlement) {
			case COMPLETE -> assertCounts(0, 0, 0, 0);
			case RETRY, POSTPONE -> assertCounts(0, 1, 0, 0);
			case BURY -> assertCounts(0, 0, 0, 1);
			case RELEASE -> {
				assertCounts(1, 0, 0, 0);
				assertThat(leaseAll(this.queue)).hasSize(1);
				assertCounts(0, 0, 1, 0);
			}
			case START, EXTEND -> assertThat(leaseAll(this.queue).size()).isLessThanOrEqualTo(1);
		}
		if (settlement != Settlement.RELEASE && settlement != Settlement.EXTEND) {
			assertThat(leaseAll(this.queue)).isEmpty();
			this.queue.clean(CleanDepth.DEEP);
			assertThat(leaseAll(this.queue)).isEmpty();
		}
	}

	@Test
	void oneWorkerCannotSettleWithTheTokenOfAnother() {
		add(inLine("a"), inLine("b"));
		Lease lease = leaseOne(this.queue);
		Lease other = leaseOne(worker("two"));
		Lease forged = GivenLeases.forge("orders", lease.job(), other.token(), GivenLeases.receipt(other));
		for (Settlement settlement : Settlement.values()) {
			assertLost(settlement, this.queue, forged);
			assertLost(settlement, worker("two"), forged);
		}
		assertThat(complete(this.queue, lease)).isTrue();
		assertThat(complete(worker("two"), other)).isTrue();
	}

}
