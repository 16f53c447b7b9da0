package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueues;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for conditions of queues, and reports what the queues contain if one is not met.
 */
final class QueueWait {

	private static final Duration INTERVAL = Duration.ofMillis(20);

	private final WorkQueues queues;

	private final QueueData data;

	private final @Nullable Duration timeout;

	/**
	 * Creates an instance.
	 * @param queues the queues
	 * @param data the data of the queues
	 * @param timeout for how long to wait, or null for the default of Awaitility
	 */
	QueueWait(WorkQueues queues, QueueData data, @Nullable Duration timeout) {
		this.queues = queues;
		this.data = data;
		this.timeout = timeout;
	}

	/**
	 * Waits until a condition is met.
	 * @param queue the name of the queue
	 * @param what what is waited for
	 * @param condition the condition
	 * @throws AssertionError if it is not met in time, or throws such an error
	 */
	void until(String queue, String what, Callable<Boolean> condition) {
		ConditionFactory await = Awaitility.await().pollInSameThread().pollInterval(INTERVAL);
		try {
			((this.timeout != null) ? await.atMost(this.timeout) : await).until(condition);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError(
					"Timed out waiting for " + what + " in queue '" + queue + "'. The queue has " + describe(queue),
					ex);
		}
	}

	/**
	 * Fails if there are dead letters.
	 * @param queue the name of the queue
	 * @param letters the dead letters
	 */
	void failIfDead(String queue, List<DeadLetter> letters) {
		if (!letters.isEmpty()) {
			DeadLetter newest = letters.get(0);
			String others = (letters.size() == 1) ? "" : ", as are " + (letters.size() - 1) + " others";
			throw new AssertionError("Job '" + newest.id() + "' of queue '" + queue + "' is a dead letter" + others
					+ ". Cause: " + describe(newest.cause()));
		}
	}

	private static String describe(Cause cause) {
		if (cause.stackTrace() != null) {
			return cause.reason() + ", " + cause.stackTrace();
		}
		return cause.reason() + ((cause.message() != null) ? ", " + cause.message() : "");
	}

	private String describe(String queue) {
		QueueCounts counts = this.queues.get(queue).counts();
		StringBuilder text = new StringBuilder();
		text.append("%d ready, %d delayed and %d leased jobs, and %d dead letters.".formatted(counts.ready(),
				counts.delayed(), counts.leased(), counts.dead()));
		if (counts.waiting() > 0) {
			text.append(" %d more jobs wait for others of their group.".formatted(counts.waiting()));
		}
		if (counts.paused()) {
			text.append(" It is paused.");
		}
		if (counts.obstacles().contains(Obstacle.RATE_LIMIT)) {
			text.append(" Its rate limit keeps jobs from being leased. QueueTester.advance advances the clock.");
		}
		if (counts.obstacles().contains(Obstacle.MAX_LEASED)) {
			text.append(" As many jobs are leased as max-leased allows.");
		}
		if (!this.data.isServed(queue)) {
			text.append(" No listener of this application runs on it.");
		}
		if (counts.delayed() > 0) {
			text.append(" Delayed jobs become due with QueueTester.advance.");
		}
		this.queues.get(queue)
			.deadLetters()
			.page(0, 1)
			.forEach((letter) -> text.append(" The newest dead letter is job '")
				.append(letter.id())
				.append("': ")
				.append(describe(letter.cause())));
		return text.toString();
	}

}
