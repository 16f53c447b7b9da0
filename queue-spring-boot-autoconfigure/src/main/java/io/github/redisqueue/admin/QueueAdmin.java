package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.instance.Instance;
import io.github.redisqueue.listener.QueueListenerRegistry;

/**
 * Shows and changes the queues of the application on behalf of a caller. Responses are
 * the entries of JSON objects. All methods throw {@link RefusedException} if there is no
 * such queue, job or dead letter, if a value is not allowed, if Redis fails, or if too
 * many callers wait already. Thread-safe.
 */
public final class QueueAdmin {

	private static final String DEAD_LETTERS = "dead-letters";

	private static final String JOBS = "jobs";

	/** What goes on for as long as there is something to do, up to a limit. */
	private static final Set<String> LENGTHY = Set.of("clean", "audit", "repair", "redrive", "purge");

	/** A search ends before whoever waits for it is told that it fails. */
	private static final Duration SEARCHING = QueueCalls.DEADLINE.minusSeconds(1);

	/** Somebody waits for the response to a redrive of all dead letters. */
	private static final Duration REDRIVING = Duration.ofSeconds(10);

	private final WorkQueues queues;

	private final QueueReader reader;

	private final JobReader jobs;

	private final DeadLetterReader deadLetters;

	private final QueueWriter writer;

	/** Of this instance alone: the endpoint and the console have one each. */
	private final Admission brief = Admission.brief();

	private final Admission lengthy = Admission.lengthy();

	/**
	 * Creates an instance.
	 * @param configuration returns how the queue with a name is configured
	 * @param instances reads which instances of the application are alive; may block
	 * @param cleaner cleans the queue with a name, and tells of jobs that this buries
	 * @param audit is told of all changes
	 */
	public QueueAdmin(WorkQueues queues, QueueListenerRegistry listeners, Function<String, Configuration> configuration,
			Supplier<List<Instance>> instances, BiFunction<String, CleanDepth, CleanReport> cleaner, Audit audit) {
		this.queues = queues;
		this.reader = new QueueReader(queues, listeners, configuration, instances,
				new QueueCalls(8, QueueCalls.DEADLINE));
		// Not the threads that count all queues: some of them may hang.
		QueueCalls calls = new QueueCalls(8, QueueCalls.DEADLINE);
		this.jobs = new JobReader(calls);
		// Searches are few at a time, and equal ones one.
		this.deadLetters = new DeadLetterReader(calls, new QueueCalls(2, QueueCalls.DEADLINE), SEARCHING);
		this.writer = new QueueWriter(calls, cleaner, audit, this.deadLetters, REDRIVING);
	}

	/** The types, counts and obstacles of all queues, by name, and the instances. */
	public Map<String, Object> queues(Caller caller) {
		return serve(caller, this.brief, this.reader::all);
	}

	/**
	 * What {@link #queues} tells of one queue, its limits, schedules, and the listeners
	 * of this instance.
	 */
	public Map<String, Object> queue(Caller caller, String name) {
		return serve(caller, this.brief, () -> this.reader.one(find(name)));
	}

	/**
	 * A page of the jobs of a queue in one state, or of its dead letters; or the one with
	 * the {@code id}.
	 */
	public Map<String, Object> list(Caller caller, Request request) {
		return serve(caller, this.brief, () -> switch (request.subject()) {
			case JOBS -> this.jobs.list(find(request.queue()), request, caller.seesValues());
			case DEAD_LETTERS -> this.deadLetters.list(find(request.queue()), request, caller.seesValues());
			default -> throw unknown(request, "dead-letters and jobs");
		});
	}

	/** The newest dead letters, grouped by their exceptions, the largest group first. */
	public Map<String, Object> deadLetterGroups(Caller caller, String queue) {
		return serve(caller, this.brief, () -> this.deadLetters.groups(find(queue)));
	}

	/**
	 * Changes a queue.
	 * @param request what to do with the whole queue: {@code pause}, {@code resume},
	 * {@code clean}, {@code audit}, {@code repair}, {@code redrive} or {@code purge}; or
	 * {@code dead-letters} to redrive the one with the {@code id}, or {@code jobs} to
	 * reschedule the one with the {@code id}
	 * @return what was changed
	 */
	public Map<String, Object> act(Caller caller, Request request) {
		return serve(caller, LENGTHY.contains(request.subject()) ? this.lengthy : this.brief,
				() -> switch (request.subject()) {
					case DEAD_LETTERS -> this.writer.redrive(caller, find(request.queue()), request);
					case JOBS -> this.writer.reschedule(caller, find(request.queue()), request);
					case "pause" -> this.writer.pause(caller, all(request), true);
					case "resume" -> this.writer.pause(caller, all(request), false);
					case "clean" -> this.writer.clean(caller, all(request), request);
					case "audit" -> this.writer.audit(caller, all(request), request);
					case "repair" -> this.writer.repair(caller, all(request), request);
					case "redrive" -> this.writer.redriveAll(caller, all(request), request);
					case "purge" -> this.writer.purgeAll(caller, all(request));
					default -> throw unknown(request,
							"pause, resume, clean, audit, repair, redrive, purge, dead-letters and jobs");
				});
	}

	/** Purges the dead letter with the {@code id}, or cancels the job. */
	public Map<String, Object> remove(Caller caller, Request request) {
		return serve(caller, this.brief, () -> switch (request.subject()) {
			case DEAD_LETTERS -> this.writer.purge(caller, find(request.queue()), request.id());
			case JOBS -> this.writer.cancel(caller, find(request.queue()), request.id());
			default -> throw unknown(request, "dead-letters and jobs");
		});
	}

	private static Map<String, Object> serve(Caller caller, Admission admission,
			Supplier<Map<String, Object>> request) {
		return caller.overWeb() ? admission.execute(request::get) : request.get();
	}

	/** The queue of a request for all of it. Whoever names a job does not mean that. */
	private WorkQueue all(Request request) {
		RefusedException.require(request.text("id") == null, 400,
				"This request is for the whole queue, and takes no 'id'. For a single one, see POST"
						+ " .../{queue}/dead-letters and DELETE .../{queue}/dead-letters");
		return find(request.queue());
	}

	/** Finds a queue of the application, and creates none. */
	private WorkQueue find(String name) {
		return this.queues.all()
			.stream()
			.filter((queue) -> queue.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new RefusedException(404,
					"This application has no queue '" + LogText.shortened(name) + "'. Its queues are "
							+ LogText.ids(this.queues.all().stream().map(WorkQueue::name).sorted().toList())));
	}

	private static RefusedException unknown(Request request, String known) {
		return new RefusedException(404,
				"'" + LogText.shortened(request.subject()) + "' is not known here. Known: " + known);
	}

	/** How the application has configured a queue. */
	public record Configuration(QueueType type, int shards, QueueSettings settings) {

	}

}
