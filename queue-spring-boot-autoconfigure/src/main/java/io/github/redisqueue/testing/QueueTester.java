package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendResult;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Sends jobs in a test, waits for their outcome, and advances the clock. A test gets it
 * by injection if it has {@link QueueTest @QueueTest} or
 * {@link AutoConfigureQueueTester @AutoConfigureQueueTester}.
 * <p>
 * Methods that wait do so with Awaitility, for its default timeout (10 seconds) or that
 * of {@link #within(Duration)}. After that they throw an {@link AssertionError} that says
 * what they waited for, and what the queue contains. Thread-safe.
 */
public final class QueueTester {

	private static final int MAX_LETTERS = 500;

	private final WorkQueues queues;

	private final QueueOperations operations;

	private final QueueData data;

	/** Null for the default of Awaitility. */
	private final @Nullable Duration timeout;

	QueueTester(WorkQueues queues, QueueOperations operations, QueueData data, @Nullable Duration timeout) {
		this.queues = queues;
		this.operations = operations;
		this.data = data;
		this.timeout = timeout;
	}

	/**
	 * {@return the same tester with another timeout}
	 * @param timeout for how long methods wait before they fail
	 */
	public QueueTester within(Duration timeout) {
		return new QueueTester(this.queues, this.operations, this.data, timeout);
	}

	/**
	 * Sends a job, as the application does.
	 * @param queue the name of the queue
	 * @param payload the payload, message or request, as for
	 * {@link QueueOperations#send(String, Object)}
	 * @return the id of the job
	 * @throws IllegalStateException if a mock of the test replaces the application's
	 * {@link QueueOperations}
	 */
	public String send(String queue, Object payload) {
		@Nullable SendResult result = this.operations.send(queue, payload);
		Assert.state(result != null, () -> "The QueueOperations of the application have sent nothing to queue '" + queue
				+ "': a mock has taken their place. Use @MockitoSpyBean instead of @MockitoBean, or let the mock"
				+ " return a SendResult");
		return result.id();
	}

	/**
	 * Waits until jobs have been handled: they have left the queue, and are not dead
	 * letters. An id that was never sent counts as handled, so send the jobs before.
	 * Fails at once if one of the jobs is a dead letter, with its cause.
	 * @param queue the name of the queue
	 * @param id the id of a job
	 * @param further the ids of further jobs
	 */
	public void awaitHandled(String queue, String id, String... further) {
		List<String> ids = Stream.concat(Stream.of(id), Arrays.stream(further)).toList();
		until(queue, "the handling of " + ids, () -> {
			List<String> ended = ids.stream()
				.filter((each) -> queue(queue).find(each).filter((job) -> job.state() != JobState.DEAD).isEmpty())
				.toList();
			ended.forEach((each) -> failIfDead(queue, deadLetter(queue, each).stream().toList()));
			return ended.size() == ids.size();
		});
	}

	/**
	 * Waits until all jobs of a queue have been handled: no job is left, and there are no
	 * dead letters. Fails at once if there is a dead letter, with its cause. Does not
	 * wait for delayed jobs to become due: see {@link #advance} and {@link #drain}.
	 * @param queue the name of the queue
	 */
	public void awaitAllHandled(String queue) {
		until(queue, "the handling of all jobs", () -> {
			boolean empty = isEmpty(queue);
			failIfDead(queue, deadLetters(queue));
			return empty;
		});
	}

	/**
	 * Waits until a queue is empty, except for dead letters.
	 * @param queue the name of the queue
	 */
	public void awaitEmpty(String queue) {
		until(queue, "an empty queue", () -> isEmpty(queue));
	}

	/**
	 * Waits until a job is delayed: it was sent with a delay, is to be retried, or was
	 * postponed.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 */
	public void awaitDelayed(String queue, String id) {
		until(queue, "a delay of [" + id + "]",
				() -> queue(queue).find(id).filter((job) -> job.state() == JobState.DELAYED).isPresent());
	}

	/**
	 * Waits until a job is a dead letter.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return the dead letter, with its cause
	 */
	public DeadLetter awaitDead(String queue, String id) {
		until(queue, "the dead letter of [" + id + "]", () -> deadLetter(queue, id).isPresent());
		return deadLetter(queue, id).orElseThrow();
	}

	private Optional<DeadLetter> deadLetter(String queue, String id) {
		return queue(queue).deadLetters().get(id);
	}

	/**
	 * {@return the 500 newest dead letters of a queue, the newest first}
	 * @param queue the name of the queue
	 */
	public List<DeadLetter> deadLetters(String queue) {
		return queue(queue).deadLetters().page(0, MAX_LETTERS);
	}

	/**
	 * {@return the counts of the jobs of a queue}
	 * @param queue the name of the queue
	 */
	public QueueCounts counts(String queue) {
		return queue(queue).counts();
	}

	/**
	 * Advances the clock for what is in the queues of the application: delays end, leases
	 * of crashed workers expire and their jobs are reclaimed, deduplication windows end.
	 * No thread waits, and no clock changes: the times in the data move back. So a job
	 * that is sent afterwards has its whole delay. Jobs that a listener of this
	 * application has leased stay leased, and their handlers continue.
	 * <p>
	 * Schedules fire as if all instances had been away for that time: one that catches up
	 * with the last firing, as by default, makes one job if it has become due, and one
	 * that does not catch up makes none unless the firing is within its grace.
	 * @param time how much time
	 * @throws IllegalArgumentException if the time is not positive, or longer than
	 * {@link Job#MAX_DELAY}
	 */
	public void advance(Duration time) {
		Assert.isTrue(time.compareTo(Duration.ofMillis(1)) >= 0 && time.compareTo(Job.MAX_DELAY) <= 0,
				() -> "Time can be advanced by 1 ms to " + Job.MAX_DELAY + " at once, not by " + time);
		advance(time, true);
	}

	private void advance(Duration time, boolean schedules) {
		names().forEach((queue) -> this.data.advance(queue, time, schedules));
	}

	/**
	 * Handles all jobs of a queue, including those that are delayed or retried, and those
	 * that wait for others of their group: whenever no job is ready or leased, time
	 * advances until the last of the delayed ones is due. Time advances for all queues,
	 * but not for schedules, which continue to fire at their times. Returns when the
	 * queue is empty; dead letters stay, unless they expire meanwhile.
	 * @param queue the name of the queue
	 */
	public void drain(String queue) {
		until(queue, "an empty queue while time advances", () -> {
			QueueCounts counts = counts(queue);
			if (counts.ready() + counts.leased() == 0 && counts.delayed() + counts.waiting() > 0) {
				advanceUntilDue(queue);
			}
			return isEmpty(queue);
		});
	}

	/** Dead letters must not grow older than necessary, because they may expire. */
	private void advanceUntilDue(String queue) {
		Duration time = this.data.untilLastDelayed(queue);
		advance((time.compareTo(Job.MAX_DELAY) < 0) ? time : Job.MAX_DELAY, false);
	}

	/**
	 * Simulates a worker that crashes: leases the oldest ready jobs as another instance
	 * of the application would, which then neither extends nor settles them. They are
	 * ready again when their leases have expired: see {@link #advance}. A listener of the
	 * queue may lease them first, unless it is stopped.
	 * @param queue the name of the queue
	 * @param max how many jobs to lease at most
	 * @return the leases
	 */
	public List<Lease> leaseAndCrash(String queue, int max) {
		return this.data.leaseAndCrash(queue, max);
	}

	/**
	 * Deletes all jobs and dead letters of some queues, ends their pauses, and resets the
	 * schedules that the application declares; others are deleted. Listeners stop before,
	 * so their running handlers return or are interrupted, and those that start with the
	 * application start again afterwards.
	 * @param names the names of the queues
	 */
	public void purge(String... names) {
		Arrays.stream(names).forEach(this::queue);
		this.data.purge(List.of(names));
	}

	/**
	 * Purges all queues that the application has used so far.
	 * @see #purge(String...)
	 */
	public void purgeAll() {
		this.data.purge(names());
	}

	private List<String> names() {
		return this.queues.all().stream().map(WorkQueue::name).sorted().toList();
	}

	private boolean isEmpty(String queue) {
		QueueCounts counts = counts(queue);
		return counts.ready() + counts.delayed() + counts.waiting() + counts.leased() == 0;
	}

	private WorkQueue queue(String name) {
		return this.queues.get(name);
	}

	private void until(String queue, String what, Callable<Boolean> condition) {
		ConditionFactory await = Awaitility.await().pollInSameThread().pollInterval(Duration.ofMillis(20));
		try {
			((this.timeout != null) ? await.atMost(this.timeout) : await).until(condition);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError(
					"Timed out waiting for " + what + " in queue '" + queue + "'. The queue has " + describe(queue),
					ex);
		}
	}

	private static void failIfDead(String queue, List<DeadLetter> letters) {
		if (!letters.isEmpty()) {
			DeadLetter newest = letters.get(0);
			String others = (letters.size() == 1) ? "" : ", as are " + (letters.size() - 1) + " others";
			throw new AssertionError("Job '" + newest.id() + "' of queue '" + queue + "' is a dead letter" + others
					+ ". Cause: " + describe(newest.cause()));
		}
	}

	private static String describe(Cause cause) {
		String more = (cause.stackTrace() != null) ? cause.stackTrace() : cause.message();
		return cause.reason() + ((more != null) ? ", " + more : "");
	}

	private String describe(String queue) {
		QueueCounts counts = counts(queue);
		String text = "%d ready, %d delayed and %d leased jobs, and %d dead letters.".formatted(counts.ready(),
				counts.delayed(), counts.leased(), counts.dead())
				+ when(counts.waiting() > 0,
						" %d more jobs wait for others of their group.".formatted(counts.waiting()))
				+ when(counts.paused(), " It is paused.")
				+ when(counts.obstacles().contains(Obstacle.RATE_LIMIT),
						" Its rate limit keeps jobs from being leased. QueueTester.advance advances the clock.")
				+ when(counts.obstacles().contains(Obstacle.MAX_LEASED),
						" As many jobs are leased as max-leased allows.")
				+ when(!this.data.isServed(queue), " No listener of this application runs on it.")
				+ when(counts.delayed() > 0, " Delayed jobs become due with QueueTester.advance.");
		DeadLetter newest = queue(queue).deadLetters().page(0, 1).stream().findFirst().orElse(null);
		return (newest == null) ? text
				: text + " The newest dead letter is job '" + newest.id() + "': " + describe(newest.cause());
	}

	private static String when(boolean holds, String text) {
		return holds ? text : "";
	}

}
