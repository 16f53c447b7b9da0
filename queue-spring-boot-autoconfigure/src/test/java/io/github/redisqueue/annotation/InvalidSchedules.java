package io.github.redisqueue.annotation;

import io.github.redisqueue.template.SendRequest;

/**
 * Methods for schedules that the start refuses, or that come close to that.
 */
final class InvalidSchedules {

	private InvalidSchedules() {
	}

	static class Parts {

		@QueueSchedule(id = "${id}", queue = "${queue}", cron = "${cron}", every = "${every}", zone = "${zone}",
				overlap = "${overlap}", catchUp = "${catch-up}", grace = "${grace}")
		void schedule() {
		}

	}

	static class Parameters {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		void schedule(String text) {
		}

	}

	static class HandlesToo {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		@QueueListener("reports")
		void schedule() {
		}

	}

	static class Twice {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		void one() {
		}

		@QueueSchedule(id = "report", queue = "reports", every = "2h")
		void other() {
		}

	}

	static class TwoQueues {

		@QueueSchedule(id = "report", queue = "one", every = "1h")
		@QueueSchedule(id = "report", queue = "other", every = "1h")
		void schedule() {
		}

	}

	static class Null {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		String schedule() {
			return null;
		}

	}

	static class WithId {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		SendRequest schedule() {
			return SendRequest.of("text").withId("42");
		}

	}

	static class Throwing {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		String schedule() {
			throw new IllegalStateException("no report");
		}

	}

	static class Private {

		@QueueSchedule(id = "report", queue = "reports", every = "1h")
		private void schedule() {
		}

	}

}
