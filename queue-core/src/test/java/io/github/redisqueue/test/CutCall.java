package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;

import static org.assertj.core.api.Assertions.assertThat;

/** A call that is to be cut short, and what it may do to the jobs there are. */
enum CutCall {

	ADD((id) -> true, (id) -> false) {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			return () -> queue.add(List.of(AbortContract.ONE, AbortContract.TWO, AbortContract.LATER));
		}
	},

	LEASE {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			queue.add(List.of(AbortContract.ONE, AbortContract.TWO, AbortContract.LATER));
			test.advance(AbortContract.BRIEF);
			assertThat(queue.counts().ready()).isEqualTo(3);
			return () -> queue.lease(2);
		}
	},

	START {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.start(held);
		}
	},

	EXTEND {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.extend(held);
		}
	},

	EXTEND_LATE {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			return test.late(queue, (held) -> queue.extend(held));
		}
	},

	COMPLETE((id) -> false, (id) -> !id.equals("later")) {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.complete(held);
		}
	},

	COMPLETE_LATE((id) -> false, (id) -> !id.equals("later")) {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			return test.late(queue, (held) -> queue.complete(held));
		}
	},

	RETRY {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.retry(Map.of(held.get(0), QueueFixture.failure(Duration.ZERO), held.get(1),
					QueueFixture.failure(AbortContract.BRIEF)));
		}
	},

	RELEASE {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.release(held);
		}
	},

	POSTPONE {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.postpone(Map.of(held.get(0), Duration.ZERO, held.get(1), AbortContract.BRIEF));
		}
	},

	BURY {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.bury(Map.of(held.get(0), QueueFixture.CAUSE, held.get(1), QueueFixture.CAUSE));
		}
	},

	REDRIVE {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.bury(Map.of(held.get(0), QueueFixture.CAUSE, held.get(1), QueueFixture.CAUSE));
			return () -> queue.deadLetters().redrive(List.of("one", "two"));
		}
	},

	CANCEL_READY((id) -> false, (id) -> id.equals("one")) {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.release(held);
			return () -> queue.cancel("one");
		}
	},

	CANCEL_LEASED((id) -> false, (id) -> id.equals("one")) {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.cancel("one");
		}
	},

	CANCEL_DELAYED((id) -> false, (id) -> id.equals("one")) {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.retry(Map.of(held.get(0), QueueFixture.failure(Duration.ofMillis(300))));
			return () -> queue.cancel("one");
		}
	},

	RECLAIM {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			AbortContract.hold(queue);
			test.runOut(AbortContract.BRIEF);
			return () -> queue.clean(CleanDepth.LIGHT);
		}
	},

	RECLAIM_IN_TURN {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			AbortContract.hold(queue);
			test.runOut(AbortContract.BRIEF);
			return () -> queue.cleanInTurn(CleanDepth.LIGHT, QueueFixture.LONG, (report) -> {
			});
		}
	},

	ADD_AS_UNIQUE {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.add(List.of(AbortContract.ONE, AbortContract.TWO), AddMode.UNCHECKED);
		}
	},

	REPLACE_READY {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.release(held);
			return () -> queue.add(List.of(AbortContract.NEW, AbortContract.TWO), AddMode.REPLACE);
		}
	},

	REPLACE_LEASED {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.add(List.of(AbortContract.NEW, AbortContract.TWO), AddMode.REPLACE);
		}
	},

	REPLACE_LEASED_BY_DELAYED {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			return () -> queue.add(List.of(AbortContract.NEW.withDelay(AbortContract.BRIEF), AbortContract.TWO),
					AddMode.REPLACE);
		}
	},

	REPLACE_DELAYED {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			// Longer than a look at all jobs takes: what is due in the middle of it comes
			// twice.
			queue.retry(Map.of(held.get(0), QueueFixture.failure(Duration.ofSeconds(5))));
			return () -> queue.add(List.of(AbortContract.NEW, AbortContract.LATER.withDelay(Duration.ZERO)),
					AddMode.REPLACE);
		}
	},

	RESCHEDULE_READY {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.release(held);
			return () -> queue.reschedule(List.of("one", "two"), AbortContract.BRIEF);
		}
	},

	RESCHEDULE_RECLAIMED {
		@Override
		Runnable prepare(WorkerQueue queue, AbortContract test) {
			return test.late(queue, (held) -> queue.reschedule(List.of("one", "two"), AbortContract.BRIEF));
		}
	},

	RESCHEDULE_DELAYED {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.retry(Map.of(held.get(0), QueueFixture.failure(QueueFixture.LONG)));
			return () -> queue.reschedule(List.of("one"), Duration.ZERO);
		}
	},

	REPLACE_ABSENT((id) -> !id.equals("later"), (id) -> false) {
		@Override
		Runnable act(WorkerQueue queue, List<Lease> held) {
			queue.complete(held);
			return () -> queue.add(List.of(AbortContract.NEW, AbortContract.TWO.withDelay(AbortContract.BRIEF)),
					AddMode.REPLACE);
		}
	};

	private final Predicate<String> begins;

	private final Predicate<String> ends;

	CutCall() {
		this((id) -> false, (id) -> false);
	}

	CutCall(Predicate<String> begins, Predicate<String> ends) {
		this.begins = begins;
		this.ends = ends;
	}

	/** Whether the call adds a job with this id, which is not there before. */
	boolean begins(String id) {
		return this.begins.test(id);
	}

	/** Whether the call ends the job. */
	boolean ends(String id) {
		return this.ends.test(id);
	}

	/** Brings the queue into a state. Returns the call. */
	Runnable prepare(WorkerQueue queue, AbortContract test) {
		return act(queue, AbortContract.hold(queue));
	}

	/** Returns the call by who holds two jobs. */
	Runnable act(WorkerQueue queue, List<Lease> held) {
		throw new IllegalStateException(this + " has to be prepared in its own way");
	}

}
