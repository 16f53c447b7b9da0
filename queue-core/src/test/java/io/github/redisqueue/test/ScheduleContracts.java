package io.github.redisqueue.test;

import org.junit.jupiter.api.Nested;

/**
 * The part of the {@linkplain WorkQueueContract contract} that is about schedules.
 */
abstract class ScheduleContracts implements QueueFactory {

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
