package io.github.redisqueue.cleaner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.observation.JobMdc;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Cleans all queues that the application uses, each at its own intervals. Of queues that
 * it is not to clean it compares the layout at the same times. Instances clean a queue in
 * turn: in each interval, one of them. Light and deep cleanings have a thread each,
 * because a deep one can take long. Thread-safe.
 */
public final class QueueCleaner implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(QueueCleaner.class);

	private final WorkQueues queues;

	private final Function<String, CleanerSettings> settings;

	private final QueueEvents events;

	private final ApplicationThreads threads;

	private final BuriedJobNotifier burials;

	private final boolean daemon;

	/** The queues that the application uses, also while the cleaner does not run. */
	private final Set<WorkQueue> known = ConcurrentHashMap.newKeySet();

	/** Cancels the next run of each task. Used under the lock of this. */
	private final Map<Task, Runnable> next = new HashMap<>();

	/** Whether it learns of queues that come and go: from the first start on. */
	private boolean listening;

	/** Runs the light cleanings, null unless the cleaner is running. */
	private @Nullable ThreadPoolExecutor light;

	private @Nullable ThreadPoolExecutor deep;

	/**
	 * Creates a cleaner that is not started.
	 * @param settings returns the settings for the name of a queue
	 * @param daemon whether the JVM may exit while the cleaner runs
	 */
	public QueueCleaner(WorkQueues queues, Function<String, CleanerSettings> settings, QueueEvents events,
			ApplicationThreads threads, BuriedJobNotifier burials, boolean daemon) {
		this.queues = queues;
		this.settings = settings;
		this.events = events;
		this.threads = threads;
		this.burials = burials;
		this.daemon = daemon;
	}

	@Override
	public synchronized void start() {
		if (isRunning()) {
			return;
		}
		this.light = ApplicationThreads.newThreads("queue-cleaner-light-", 1);
		this.deep = ApplicationThreads.newThreads("queue-cleaner-deep-", 1);
		if (!this.daemon) {
			this.threads.keepAlive();
		}
		this.known.forEach(this::schedule);
		if (!this.listening) {
			this.listening = true;
			this.queues.onForget(this.known::remove);
			this.queues.onQueue(this::add);
		}
	}

	private synchronized void add(WorkQueue added) {
		this.known.add(added);
		schedule(added);
	}

	private void schedule(WorkQueue known) {
		WorkerQueue queue = this.queues.forWorker(known.name());
		CleanerSettings settings = this.settings.apply(queue.name());
		if (this.light == null || this.deep == null) {
			return;
		}
		if (settings.enabled()) {
			schedule(this.light, known, cleaning(queue, CleanDepth.LIGHT, settings.lightInterval()));
			schedule(this.deep, known, cleaning(queue, CleanDepth.DEEP, settings.deepInterval()));
		}
		else {
			schedule(this.light, known,
					new Task(settings.lightInterval(), queue::isLayoutConfirmed, () -> compareLayout(queue),
							this.threads.outages().backoff("use", queue.name(), "all its operations are refused")));
		}
	}

	private Task cleaning(WorkerQueue queue, CleanDepth depth, Duration interval) {
		return new Task(interval, () -> (depth == CleanDepth.LIGHT && queue.isIdle()) ? queue.isLayoutConfirmed()
				: CompletableFuture.completedFuture(false), () -> {
					cleanAndReport(queue, (done) -> queue.cleanInTurn(depth, interval, done));
					return true;
				},
				this.threads.outages()
					.backoff("run the " + depth.name().toLowerCase(Locale.ROOT) + " cleaning of", queue.name(),
							"the jobs of crashed workers do not become ready"));
	}

	/**
	 * Otherwise the senders of a queue that is not cleaned here would never see that
	 * Redis has lost the record of its layout, and that another instance has recorded one
	 * of its own.
	 */
	private static boolean compareLayout(WorkerQueue queue) {
		try {
			queue.checkLayout();
			return true;
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot compare the layout of queue '" + queue.name() + "'", ex);
			return false;
		}
	}

	/**
	 * Cleans a queue now, on the thread of the caller, whoever else does so. Tells the
	 * application of the jobs that were buried. The cleaner need not be running.
	 */
	public CleanReport clean(String queue, CleanDepth depth) {
		WorkerQueue cleaned = this.queues.forWorker(queue);
		return cleanAndReport(cleaned, (done) -> cleaned.clean(depth, done));
	}

	/** Cleans, and reports what was done, even if some shards fail. */
	private CleanReport cleanAndReport(WorkerQueue queue, Consumer<Consumer<CleanReport>> cleaning) {
		List<CleanReport> reports = new ArrayList<>();
		try {
			cleaning.accept(reports::add);
		}
		finally {
			report(queue, CleanReport.sum(reports));
		}
		return CleanReport.sum(reports);
	}

	private void report(WorkerQueue queue, CleanReport report) {
		if (report.reclaimed() > 0) {
			this.events.happened(QueueEvents.Kind.RECLAIMED, queue.name(), report.reclaimed());
		}
		if (report.buried() > 0) {
			this.events.happened(QueueEvents.Kind.BURIED, queue.name(), report.buried());
		}
		if (report.reclaimed() > 0 || report.buried() > 0) {
			logger.info("Cleaned queue '" + queue.name() + "': " + report.reclaimed()
					+ " jobs of crashed workers became ready again, " + report.buried()
					+ " jobs were moved to the dead letters after too many crashes");
		}
		// A job that was redriven or purged meanwhile has no dead letter to read it from.
		report.buriedIds()
			.forEach((id) -> queue.deadLetters()
				.get(id)
				.filter((letter) -> letter.cause().reason() == Cause.Reason.CRASHES)
				.ifPresent((letter) -> tell(queue.name(), letter)));
	}

	private void tell(String queue, DeadLetter letter) {
		Lease last = Lease.builder(queue, letter.job())
			.failures(letter.history().failures())
			.crashes(Math.max(0, letter.history().crashes() - 1))
			.build();
		this.burials.tell(new JobBuriedEvent(queue, null, letter.job(), letter.cause()),
				(action) -> JobMdc.run(last, action));
	}

	/**
	 * Runs a task at the next time of its interval, unless a look tells that it has
	 * nothing to do, and schedules it again, unless the queue is forgotten.
	 */
	private synchronized void schedule(ThreadPoolExecutor thread, WorkQueue queue, Task task) {
		if (thread.isShutdown()) {
			end(task);
			return;
		}
		Consumer<Boolean> run = (nothing) -> {
			if (this.known.contains(queue)) {
				try {
					task.backoff().attempt(nothing ? () -> true : task.work());
				}
				finally {
					schedule(thread, queue, task);
				}
			}
			else {
				end(task);
			}
		};
		Runnable look = () -> OutageBackoff.begun(task.look())
			.exceptionally((ex) -> false)
			.thenAccept((nothing) -> (nothing ? (Executor) Runnable::run : thread).execute(() -> run.accept(nothing)));
		long now = System.nanoTime();
		this.next.put(task,
				this.threads.scheduleAt(now + ApplicationThreads.untilNext(task.interval(), now).toNanos(), look));
	}

	private synchronized void end(Task task) {
		this.next.remove(task);
		task.backoff().end();
	}

	@Override
	public synchronized void stop() {
		if (this.light != null && this.deep != null) {
			this.light.shutdownNow();
			this.deep.shutdownNow();
			this.next.forEach((task, cancellation) -> {
				cancellation.run();
				task.backoff().end();
			});
			this.next.clear();
			if (!this.daemon) {
				this.threads.release();
			}
		}
		this.light = null;
		this.deep = null;
	}

	@Override
	public synchronized boolean isRunning() {
		return this.light != null;
	}

	/**
	 * What is done to a queue again and again. Each is equal to itself only.
	 *
	 * @param interval how long it is from one time to the next
	 * @param look looks whether it is known that the work would do nothing
	 * @param work returns whether it is known to have succeeded
	 * @param backoff tells of the outage if it fails; its pauses are not used
	 */
	private record Task(Duration interval, Supplier<CompletableFuture<Boolean>> look, BooleanSupplier work,
			OutageBackoff backoff) {

	}

	/** Whether this application cleans a queue, and at which intervals. */
	public record CleanerSettings(boolean enabled, Duration lightInterval, Duration deepInterval) {

	}

}
