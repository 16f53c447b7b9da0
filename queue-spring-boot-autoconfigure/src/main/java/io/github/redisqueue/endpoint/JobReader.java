package io.github.redisqueue.endpoint;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.LogText;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import org.jspecify.annotations.Nullable;

/**
 * Describes jobs. Thread-safe.
 */
final class JobReader {

	/** The state of a job of which nothing but its history is there. */
	private static final String ENDED = "ended";

	/**
	 * The state of a job that is not there, though its history does not tell of an end.
	 */
	private static final String GONE = "gone";

	private static final int PAGE = 50;

	private static final int MAX_PAGE = 500;

	private final WorkQueues queues;

	private final QueueCalls calls;

	/**
	 * Creates an instance.
	 * @param queues the queues
	 * @param calls calls them
	 */
	JobReader(WorkQueues queues, QueueCalls calls) {
		this.queues = queues;
		this.calls = calls;
	}

	/**
	 * A page of the jobs in one state, without their payloads.
	 * @param queue the name of the queue
	 * @param state the state, ready by default
	 * @param cursor where the page begins, or null for the first one
	 * @param count how many to show at most, 1 to 500, 50 by default
	 * @throws RefusedRequestException if there is no such queue, or a value is not
	 * allowed
	 */
	Map<String, Object> page(String queue, @Nullable String state, @Nullable String cursor, @Nullable String count) {
		WorkQueue found = QueueReader.find(this.queues, queue);
		JobState given = Values.constant("state", state, JobState.class);
		JobState wanted = (given != null) ? given : JobState.READY;
		int size = (int) Values.number("count", count, PAGE, 1, MAX_PAGE);
		JobPage page = read(queue, () -> browse(found, wanted, cursor, size));
		return new Entries().with("state", text(wanted))
			.with("jobs", page.jobs().stream().map((job) -> describe(job).map()).toList())
			.with("nextCursor", page.cursor())
			.map();
	}

	private static JobPage browse(WorkQueue queue, JobState state, @Nullable String cursor, int count) {
		try {
			return queue.browse(state, cursor, count);
		}
		catch (IllegalArgumentException ex) {
			throw RefusedRequestException.invalid("'" + LogText.shortened(String.valueOf(cursor))
					+ "' is not allowed for 'cursor'. Allowed: the " + "'nextCursor' of the page before");
		}
	}

	/**
	 * A job in any state, with what happened to it, as far as that is known; also one
	 * that has ended, if the queue keeps a history.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @param showValues whether the payload and the values of headers are shown
	 * @throws RefusedRequestException if there is no such queue or job
	 */
	Map<String, Object> one(String queue, String id, boolean showValues) {
		WorkQueue found = QueueReader.find(this.queues, queue);
		return read(queue, () -> one(found, id, showValues));
	}

	private static Map<String, Object> one(WorkQueue queue, String id, boolean showValues) {
		JobStatus status = queue.find(id).orElse(null);
		List<JobEvent> events = queue.history(id);
		if (status == null && !events.isEmpty() && !Events.tellOfAnEnd(events)) {
			// It may have been added in between.
			status = queue.find(id).orElse(null);
		}
		if (status == null && events.isEmpty()) {
			throw RefusedRequestException
				.unknown("Queue '" + queue.name() + "' has no job '" + LogText.shortened(id) + "'");
		}
		if (status == null) {
			String state = Events.tellOfAnEnd(events) ? ENDED : GONE;
			return Events.add(new Entries().with("id", id).with("state", state), events).map();
		}
		Job job = status.job();
		Entries entries = Events.add(describe(status), events);
		return ((job != null) ? Payloads.add(entries, job, showValues) : entries).map();
	}

	private static Entries describe(JobStatus job) {
		Entries entries = new Entries().with("id", job.id())
			.with("state", text(job.state()))
			.with("payloadBytes", job.payloadSize())
			.with("group", job.group())
			.with("failures", job.failures())
			.with("crashes", job.crashes())
			.withText("readyAt", job.readyAt())
			.with("worker", job.worker())
			.withText("leaseEnd", job.leaseEnd())
			.with("blockedBy", job.blockedBy());
		return job.obstacles().isEmpty() ? entries
				: entries.with("obstacles", job.obstacles().stream().map(Enum::name).sorted().toList());
	}

	private static String text(JobState state) {
		return state.name().toLowerCase(Locale.ROOT);
	}

	private <T> T read(String queue, Supplier<T> call) {
		return this.calls.read("The jobs of queue '" + queue + "' cannot be read", this.calls.begin(call));
	}

}
