package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Section 3 of the design: a script that is cut short in front of any of its writes
 * leaves a state from which all goes on. Each transition is cut before its first write,
 * then before its second, and so on until it gets through. With shards, on a cluster, and
 * in other forms that is done for a sample of the writes, unless the system property
 * {@code queue.test.all} is set.
 */
abstract class AbortContract extends QueueTests {

	private static final Duration BRIEF = Duration.ofMillis(50);

	private static final int SAMPLE = 4;

	private static final Job ONE = job("one").withHeaders(Map.of("k", "v"));

	private static final Job TWO = job("two");

	private static final Job LATER = job("later").withDelay(Duration.ofMillis(1));

	AbortContract(QueueFactory type) {
		super(type);
	}

	/** The caller tries again: then it is as if nothing had happened. */
	@ParameterizedTest
	@EnumSource(Step.class)
	void aScriptThatWasCutShortMayBeRepeated(Step step) {
		cutEachTime(step, true);
	}

	/** The caller is gone: then others go on. */
	@ParameterizedTest
	@EnumSource(Step.class)
	void aScriptThatWasCutShortLosesNothing(Step step) {
		cutEachTime(step, false);
	}

	/**
	 * Before each write, or before every fourth: which of them is another one with shards
	 * than on a cluster, and another one if the call is repeated, so that the queues of
	 * each type together have them all.
	 */
	private void cutEachTime(Step step, boolean repeat) {
		int pace = isComplete() ? 1 : SAMPLE;
		int first = (step.ordinal() + (this.redis.isCluster() ? 0 : 1) + (repeat ? 2 : 0)) % pace;
		boolean wasCut = cut(step, first, repeat);
		if (!wasCut && first > 0) {
			cut(step, 0, repeat);
		}
		for (int writes = first + pace; wasCut; writes += pace) {
			assertThat(writes).as("writes of %s", step).isLessThan(50);
			wasCut = cut(step, writes, repeat);
		}
	}

	/**
	 * What shards, a cluster, and another client add to an algorithm is the same for all
	 * its writes.
	 */
	private boolean isComplete() {
		return Boolean.getBoolean("queue.test.all")
				|| (this.factory.lines() == 1 && !this.redis.isCluster() && this.factory.form() == Form.BLOCKING);
	}

	/** False if the script got through. */
	private boolean cut(Step step, int writes, boolean repeat) {
		String place = step + " cut before write " + (writes + 1);
		this.keys = QueueKeys.of(this.redis.keyPrefix(), step.name() + writes);
		this.queue = worker("other");
		CutScripts scripts = new CutScripts(connections());
		QueueSettings settings = limited("brief", BRIEF, 3, 3);
		Runnable call = step.prepare(create(settings, this.factory.form().scripts(scripts.connections())), this);
		boolean gotThrough = true;
		scripts.after(writes);
		try {
			call.run();
		}
		catch (DataAccessException ex) {
			assertThat(ex).as(place).hasStackTraceContaining("cut short");
			gotThrough = false;
		}
		scripts.never();
		if (repeat) {
			call.run();
		}
		Set<String> ended = drain(place);
		boolean certain = repeat || gotThrough;
		for (Job job : List.of(ONE, TWO, LATER)) {
			if (step.ends.test(job.id())) {
				assertThat(ended.contains(job.id()) && certain).as("%s: %s was not ended", place, job).isFalse();
			}
			else if (certain || !step.begins.test(job.id())) {
				assertThat(ended).as("%s: %s is not lost", place, job).contains(job.id());
			}
		}
		awaitNothingLeftBehind(place);
		List<String> keys = this.redis.keys();
		if (!keys.isEmpty()) {
			this.redis.commands().unlink(keys.toArray(String[]::new));
		}
		return !gotThrough;
	}

	/** A call that is to be cut short, and what it may do to the jobs there are. */
	enum Step {

		ADD((id) -> true, (id) -> false) {
			@Override
			Runnable prepare(WorkerQueue queue, AbortContract test) {
				return () -> queue.add(List.of(ONE, TWO, LATER));
			}
		},

		LEASE {
			@Override
			Runnable prepare(WorkerQueue queue, AbortContract test) {
				queue.add(List.of(ONE, TWO, LATER));
				test.advance(BRIEF);
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
				return () -> queue.retry(Map.of(held.get(0), failure(Duration.ZERO), held.get(1), failure(BRIEF)));
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
				return () -> queue.postpone(Map.of(held.get(0), Duration.ZERO, held.get(1), BRIEF));
			}
		},

		BURY {
			@Override
			Runnable act(WorkerQueue queue, List<Lease> held) {
				return () -> queue.bury(Map.of(held.get(0), CAUSE, held.get(1), CAUSE));
			}
		},

		REDRIVE {
			@Override
			Runnable act(WorkerQueue queue, List<Lease> held) {
				queue.bury(Map.of(held.get(0), CAUSE, held.get(1), CAUSE));
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
				queue.retry(Map.of(held.get(0), failure(Duration.ofMillis(300))));
				return () -> queue.cancel("one");
			}
		},

		RECLAIM {
			@Override
			Runnable prepare(WorkerQueue queue, AbortContract test) {
				hold(queue);
				test.runOut(BRIEF);
				return () -> queue.clean(CleanDepth.LIGHT);
			}
		},

		RECLAIM_IN_TURN {
			@Override
			Runnable prepare(WorkerQueue queue, AbortContract test) {
				hold(queue);
				test.runOut(BRIEF);
				return () -> queue.cleanInTurn(CleanDepth.LIGHT, LONG);
			}
		},

		ADD_AS_UNIQUE {
			@Override
			Runnable act(WorkerQueue queue, List<Lease> held) {
				return () -> queue.add(List.of(ONE, TWO), AddMode.UNCHECKED);
			}
		};

		private final Predicate<String> begins;

		private final Predicate<String> ends;

		Step() {
			this((id) -> false, (id) -> false);
		}

		Step(Predicate<String> begins, Predicate<String> ends) {
			this.begins = begins;
			this.ends = ends;
		}

		Runnable prepare(WorkerQueue queue, AbortContract test) {
			return act(queue, hold(queue));
		}

		Runnable act(WorkerQueue queue, List<Lease> held) {
			throw new IllegalStateException(this + " has to be prepared in its own way");
		}

	}

	/** Two jobs are leased, one is on its way. */
	private static List<Lease> hold(WorkerQueue queue) {
		queue.add(List.of(ONE, TWO));
		List<Lease> held = queue.lease(2).leases();
		queue.add(LATER);
		return held;
	}

	/** The leases have run out, and the jobs are ready again. */
	private Runnable late(WorkerQueue queue, Consumer<List<Lease>> act) {
		List<Lease> held = hold(queue);
		runOut(BRIEF);
		cleanUntilLeased(0);
		return () -> act.accept(held);
	}

}
