package io.github.redisqueue.test;

import org.junit.jupiter.api.Nested;

/**
 * The part of the {@linkplain WorkQueueContract contract} that is about schedules.
 */
abstract class ScheduleContracts implements QueueFactory {

	@Nested
	class FiringOfSchedules extends SchedulePlanContract {

		FiringOfSchedules() {
			super(ScheduleContracts.this);
		}

	}

	@Nested
	class ChangesOfSchedules extends ScheduleChangeContract {

		ChangesOfSchedules() {
			super(ScheduleContracts.this);
		}

	}

	@Nested
	class DeclaredSchedules extends ScheduleDeclareContract {

		DeclaredSchedules() {
			super(ScheduleContracts.this);
		}

	}

	@Nested
	class MissedFirings extends ScheduleMissedContract {

		MissedFirings() {
			super(ScheduleContracts.this);
		}

	}

	@Nested
	class RacesForFirings extends ScheduleRaceContract {

		RacesForFirings() {
			super(ScheduleContracts.this);
		}

	}

	@Nested
	class TamperedSchedules extends ScheduleTamperedContract {

		TamperedSchedules() {
			super(ScheduleContracts.this);
		}

	}

	@Nested
	class ScheduleScriptsCutShort extends ScheduleAbortContract {

		ScheduleScriptsCutShort() {
			super(ScheduleContracts.this);
		}

	}

}
