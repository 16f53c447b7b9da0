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

	}

	@Nested
	class Replacing extends ReplaceContract {

	}

	@Nested
	class Rescheduling extends RescheduleContract {

	}

	@Nested
	class RememberingCompletedIds extends DedupContract {

	}

	@Nested
	class WhatIsCarried extends ContentContract {

	}

	@Nested
	class Leasing extends LeaseContract {

	}

	@Nested
	class Waiting extends WaitContract {

	}

	@Nested
	class Settling extends SettleContract {

	}

	@Nested
	class Fencing extends FenceContract {

	}

	@Nested
	class Cleaning extends CleanContract {

	}

	@Nested
	class CleaningInTurn extends CleaningTurnContract {

	}

	@Nested
	class DeadLettering extends DeadLetterContract {

	}

	@Nested
	class Steering extends StateContract {

	}

	@Nested
	class Ringing extends BellContract {

	}

	@Nested
	class WhatOthersWrote extends TamperedContract {

	}

	@Nested
	class Faults extends FaultContract {

	}

	@Nested
	@OnlyFor(Scope.PLAIN_OF_TWO_TYPES)
	class ScriptsCutShort extends AbortContract {

	}

	@Nested
	@Order(1)
	class SlotsThatMove extends SlotMoveContract {

	}

	@Nested
	class Races extends RaceContract {

	}

	@Nested
	class RateLimits extends RateLimitContract {

	}

	@Nested
	class LeasedAtTheSameTime extends MaxLeasedContract {

	}

	@Nested
	class RecordedLimits extends RecordedLimitsContract {

	}

	@Nested
	class RingingAtALimit extends LimitBellContract {

	}

	@Nested
	class OrderWithinGroups extends GroupOrderContract {

	}

	@Nested
	class EndsWithinGroups extends GroupEndContract {

	}

	@Nested
	class StatesWithinGroups extends GroupStateContract {

	}

	@Nested
	class MovingWithinGroups extends GroupMoveContract {

	}

	@Nested
	class RatesOfGroups extends GroupRateContract {

	}

	@Nested
	class RingingForGroups extends GroupBellContract {

	}

	@Nested
	class RacesWithinGroups extends GroupRaceContract {

	}

	@Nested
	class GroupedScriptsCutShort extends GroupAbortContract {

	}

	@Nested
	class MendingGroups extends GroupMendContract {

	}

	@Nested
	class Histories extends HistoryContract {

	}

	@Nested
	class BoundsOfHistories extends HistoryBoundsContract {

	}

	@Nested
	class Finding extends FindingContract {

	}

	@Nested
	class BrowsingWhatOthersWrote extends BrowsedDataContract {

	}

	@Nested
	class Browsing extends BrowsingContract {

	}

	@Nested
	class Auditing extends AuditContract {

	}

	@Nested
	class Repairing extends RepairContract {

	}

}
