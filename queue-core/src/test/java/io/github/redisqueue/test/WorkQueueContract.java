package io.github.redisqueue.test;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;

/**
 * The contract of a {@link io.github.redisqueue.WorkerQueue}. Each implementation and
 * each decorator extends it by a test class that creates its queues; a test in it fails
 * because a promise to users is broken, never because of how a queue is built.
 */
public abstract class WorkQueueContract extends ScheduleContracts {

	@Nested
	class Adding extends AddContract {

		Adding() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Replacing extends ReplaceContract {

		Replacing() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Rescheduling extends RescheduleContract {

		Rescheduling() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RememberingCompletedIds extends DedupContract {

		RememberingCompletedIds() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class WhatIsCarried extends ContentContract {

		WhatIsCarried() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Leasing extends LeaseContract {

		Leasing() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Waiting extends WaitContract {

		Waiting() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Settling extends SettleContract {

		Settling() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Fencing extends FenceContract {

		Fencing() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Retrying extends RetryContract {

		Retrying() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Cleaning extends CleanContract {

		Cleaning() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class CleaningInTurn extends CleaningTurnContract {

		CleaningInTurn() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class DeadLettering extends DeadLetterContract {

		DeadLettering() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Steering extends StateContract {

		Steering() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Ringing extends BellContract {

		Ringing() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class LeavingNothingBehind extends LeftoverContract {

		LeavingNothingBehind() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class WhatOthersWrote extends TamperedContract {

		WhatOthersWrote() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Faults extends FaultContract {

		Faults() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	@OnlyFor(Scope.PLAIN_OF_TWO_TYPES)
	class ScriptsCutShort extends AbortContract {

		ScriptsCutShort() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	@Order(1)
	class SlotsThatMove extends SlotMoveContract {

		SlotsThatMove() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Races extends RaceContract {

		Races() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RateLimits extends RateLimitContract {

		RateLimits() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class LeasedAtTheSameTime extends MaxLeasedContract {

		LeasedAtTheSameTime() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RecordedLimits extends RecordedLimitsContract {

		RecordedLimits() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RingingAtALimit extends LimitBellContract {

		RingingAtALimit() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RacesForALimit extends LimitRaceContract {

		RacesForALimit() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class OrderWithinGroups extends GroupOrderContract {

		OrderWithinGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class EndsWithinGroups extends GroupEndContract {

		EndsWithinGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class StatesWithinGroups extends GroupStateContract {

		StatesWithinGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class MovingWithinGroups extends GroupMoveContract {

		MovingWithinGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RatesOfGroups extends GroupRateContract {

		RatesOfGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RingingForGroups extends GroupBellContract {

		RingingForGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class RacesWithinGroups extends GroupRaceContract {

		RacesWithinGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class GroupedScriptsCutShort extends GroupAbortContract {

		GroupedScriptsCutShort() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class MendingGroups extends GroupMendContract {

		MendingGroups() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Histories extends HistoryContract {

		Histories() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class BoundsOfHistories extends HistoryBoundsContract {

		BoundsOfHistories() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Finding extends FindingContract {

		Finding() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class BrowsingWhatOthersWrote extends BrowsedDataContract {

		BrowsingWhatOthersWrote() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Browsing extends BrowsingContract {

		Browsing() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Auditing extends AuditContract {

		Auditing() {
			super(WorkQueueContract.this);
		}

	}

	@Nested
	class Repairing extends RepairContract {

		Repairing() {
			super(WorkQueueContract.this);
		}

	}

}
