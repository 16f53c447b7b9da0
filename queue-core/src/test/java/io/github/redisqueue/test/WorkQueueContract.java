package io.github.redisqueue.test;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;

/**
 * The contract of a {@link io.github.redisqueue.WorkerQueue}. Each implementation and
 * each decorator extends it by a test class that creates its queues; a test in it fails
 * because a promise to users is broken, never because of how a queue is built.
 */
public abstract class WorkQueueContract implements QueueFactory {

	@Nested
	class Adding extends AddContract {

	}

	@Nested
	class Rescheduling extends RescheduleContract {

	}

	@Nested
	class WhatIsCarried extends ContentContract {

	}

	@Nested
	class Leasing extends LeaseContract {

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

	@Nested
	class FiringOfSchedules extends SchedulePlanContract {

	}

	@Nested
	class ChangesOfSchedules extends ScheduleChangeContract {

	}

	@Nested
	class DeclaredSchedules extends ScheduleDeclareContract {

	}

	@Nested
	class MissedFirings extends ScheduleMissedContract {

	}

	@Nested
	class RacesForFirings extends ScheduleRaceContract {

	}

	@Nested
	class TamperedSchedules extends ScheduleTamperedContract {

	}

	@Nested
	class ScheduleScriptsCutShort extends ScheduleAbortContract {

	}

}
