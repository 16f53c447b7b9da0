package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.redisqueue.Groups;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.OutageReason;
import io.github.redisqueue.instance.Instance;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.ListenerWork;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Describes the queues and the instances of the application. Thread-safe.
 *
 * @param calls its own: while one server hangs, so do the counts of its queues
 */
record QueueReader(WorkQueues queues, QueueListenerRegistry listeners,
		Function<String, QueueAdmin.Configuration> configuration, Supplier<List<Instance>> instances,
		QueueCalls calls) {

	/**
	 * All queues, by name, and the instances. A queue that cannot be counted is there
	 * with its error.
	 */
	Map<String, Object> all() {
		CompletableFuture<List<Instance>> alive = this.calls.begin(this.instances);
		Map<WorkQueue, CompletableFuture<QueueCounts>> counts = new LinkedHashMap<>();
		this.queues.all()
			.stream()
			.sorted(Comparator.comparing(WorkQueue::name))
			.forEach((queue) -> counts.put(queue, this.calls.begin(queue::counts)));
		List<Map<String, Object>> described = new ArrayList<>();
		counts.forEach((queue, call) -> described.add(describe(queue, call)));
		Entries entries = new Entries().with("queues", described);
		addInstances(entries, alive, (instance) -> true);
		return entries;
	}

	/** One queue, with its limits, schedules and listeners. */
	Map<String, Object> one(WorkQueue queue) {
		String name = queue.name();
		CompletableFuture<QueueCounts> counts = this.calls.begin(queue::counts);
		CompletableFuture<List<Instance>> alive = this.calls.begin(this.instances);
		CompletableFuture<List<ScheduleState>> schedules = this.calls.begin(() -> queue.schedules().list());
		Entries entries = describe(queue, counts).with("limits", limits(this.configuration.apply(name).settings()));
		add(entries, schedules, (list) -> entries.with("schedules", list.stream().map(QueueReader::schedule).toList()),
				"schedulesError");
		addInstances(entries, alive, (instance) -> instance.queues().contains(name));
		return entries.with("listeners",
				this.listeners.of(name).stream().map((listener) -> listener(listener, name)).toList());
	}

	private Entries describe(WorkQueue queue, CompletableFuture<QueueCounts> call) {
		QueueAdmin.Configuration configured = this.configuration.apply(queue.name());
		Entries entries = new Entries().with("name", queue.name())
			.with("type", configured.type().name().toLowerCase(Locale.ROOT))
			.with("shards", configured.shards());
		add(entries, call,
				(counts) -> entries.with("counts", counts(counts))
					.with("paused", counts.paused())
					.with("obstacles", counts.obstacles().stream().map(Enum::name).sorted().toList()),
				"error");
		return entries;
	}

	private void addInstances(Entries entries, CompletableFuture<List<Instance>> call, Predicate<Instance> wanted) {
		add(entries, call,
				(all) -> entries.with("instances", all.stream().filter(wanted).map(QueueReader::instance).toList()),
				"instancesError");
	}

	/** Adds what a call has read, or the reason for which it has failed. */
	private <T> void add(Entries entries, CompletableFuture<T> call, Consumer<T> reader, String error) {
		T read;
		try {
			read = this.calls.end(call);
		}
		catch (RuntimeException ex) {
			boolean isTold = ex instanceof QueueCalls.QueueCallException;
			entries.with(error, isTold ? ex.getMessage() : OutageReason.of(ex));
			return;
		}
		reader.accept(read);
	}

	private static Map<String, Object> instance(Instance instance) {
		return new Entries().with("id", instance.id())
			.with("alive", instance.alive())
			.with("since", instance.since())
			.with("seen", instance.seen())
			.with("queues", instance.queues().stream().sorted().toList());
	}

	private static Map<String, Object> counts(QueueCounts counts) {
		return new Entries().with("ready", counts.ready())
			.with("delayed", counts.delayed())
			.with("waiting", counts.waiting())
			.with("leased", counts.leased())
			.with("dead", counts.dead())
			.with("oldestAgeMs", millis(counts.oldestAge()));
	}

	private static @Nullable Long millis(@Nullable Duration duration) {
		return (duration != null) ? duration.toMillis() : null;
	}

	/** The limits as this application has configured them. */
	private static Map<String, Object> limits(QueueSettings settings) {
		Groups groups = settings.groups();
		return new Entries().with("rate", text(settings.rateLimit()))
			.with("maxLeased", (settings.maxLeased() > 0) ? settings.maxLeased() : null)
			.with("groups", (groups == null) ? null
					: new Entries().with("maxConcurrent", groups.maxConcurrent()).with("rate", text(groups.rate())));
	}

	/** The rate as it is configured, without its burst. */
	private static @Nullable String text(@Nullable RateLimit rate) {
		return (rate != null) ? rate.toString().split(",")[0] : null;
	}

	private static Map<String, Object> schedule(ScheduleState state) {
		Schedule schedule = state.schedule();
		ScheduleState.Firings firings = state.firings();
		boolean isCron = schedule.expression() != null;
		return new Entries().with("id", schedule.id())
			.with("cron", schedule.expression())
			.with("zone", isCron ? schedule.zone().getId() : null)
			.with("everyMs", millis(schedule.period()))
			.with("declared", state.declared())
			.with("paused", state.paused())
			.with("next", firings.next())
			.with("last", firings.last())
			.with("lateMs", firings.late().toMillis())
			.with("fired", firings.fired())
			.with("skipped", firings.skipped());
	}

	private static Map<String, Object> listener(QueueListenerContainer listener, String queue) {
		ListenerStatus status = listener.status(queue);
		ListenerWork work = status.work();
		ListenerWork.Failed failed = work.lastFailure();
		return new Entries().with("id", listener.id())
			.with("running", status.running())
			.with("paused", listener.isPaused())
			.with("concurrency", listener.concurrency())
			.with("handling", work.handling())
			.with("lastHandled", work.lastHandled())
			.with("cannotLease", trouble(status.leasing()))
			.with("getsNoThread", trouble(status.threads()))
			.with("handlersBusy", trouble(work.busy()))
			.with("lastFailure",
					(failed == null) ? null
							: new Entries().with("at", failed.at())
								.with("job", failed.job())
								.with("exception", failed.exception()));
	}

	private static @Nullable Map<String, Object> trouble(@Nullable ListenerTrouble trouble) {
		return (trouble == null) ? null : new Entries().with("since", trouble.since()).with("reason", trouble.reason());
	}

}
