package io.github.redisqueue.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AllowedRange;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.list.ListAlgorithm;
import io.github.redisqueue.algorithm.queue.JobChecks;
import io.github.redisqueue.algorithm.queue.ScriptedQueue;
import io.github.redisqueue.algorithm.queue.WaitingQueue;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * A queue of one or more shards. Each shard is a queue of the same type with keys of its
 * own, which a Redis Cluster may keep on another node. Thread-safe.
 * <p>
 * <b>The layout is recorded</b> in Redis: the number of shards and their type. An
 * instance with another layout would look for jobs under the wrong keys. Its operations
 * throw {@link QueueLayoutException} and change nothing. A queue compares the layouts
 * before its first operation, and again with each cleaning; a lost record is recorded
 * again. <b>One shard</b> has the keys of the queue itself.
 * <p>
 * <b>Several shards</b> keep the contract of a queue, with these differences:
 * <ul>
 * <li>A job belongs to the shard of its group, of its schedule or, without one, of its
 * id: the CRC-32 in UTF-8, modulo the number of shards. Ids are unique among the jobs of
 * a group, and among those without one. The order of age holds among the jobs of one
 * shard only, and only their {@linkplain Lease#token() tokens} can be compared.</li>
 * <li>A call costs one round trip for each shard that it concerns. Leasing begins with
 * another shard each time and goes on to the next until it has enough; if nothing is
 * ready, it asks all shards. It may return more than 4 MiB, at most twice as much, if the
 * sizes of jobs differ widely.</li>
 * <li>A call is atomic for each shard, not for the queue. If a shard fails, the queue
 * still calls the others, and then throws {@link PartialResultException}, which names the
 * jobs that the other shards have answered for. Their changes stand, and the caller may
 * repeat the call for the other jobs. If no shard has answered, the exception is that of
 * the first shard. Leasing throws only if no shard returned a job.</li>
 * <li>Each shard has a share of the {@linkplain QueueSettings#maxDeadLetters() largest
 * number} of dead letters, rounded up.</li>
 * </ul>
 */
public final class ShardedQueue extends WaitingQueue {

	/** The largest number of shards. */
	public static final int MAX_SHARDS = 1000;

	/**
	 * The number of a shard, a dot, and the cursor of the shard, which is empty for its
	 * first page.
	 */
	private static final Pattern CURSOR = Pattern.compile("(\\d{1,4})\\.(.*)", Pattern.DOTALL);

	private final QueueLayout layout;

	private final Shards shards;

	private final DeadLetters deadLetters;

	private final Schedules schedules;

	private final AsyncWorkerQueue async;

	/**
	 * A queue of 1 to {@value #MAX_SHARDS} shards.
	 * @throws IllegalArgumentException if the number of shards is not allowed, or greater
	 * than a limit on leasing
	 */
	public ShardedQueue(QueueType type, int count, QueueKeys keys, QueueSettings settings, Scripts scripts) {
		super(keys.queue(), settings);
		this.layout = new QueueLayout(keys, type, count, scripts);
		List<ScriptedQueue> queues = new ArrayList<>();
		List<Algorithm> algorithms = new ArrayList<>();
		for (QueueKeys shard : keys(keys, count)) {
			QueueSettings share = new LimitShares(keys.queue(), count).of(settings, queues.size());
			Algorithm algorithm = algorithm(type, shard, share, scripts, this.layout::comparison);
			algorithms.add(algorithm);
			queues.add(new ScriptedQueue(algorithm));
		}
		this.shards = new Shards(queues, settings.groups() != null);
		if (count == 1) {
			ScriptedQueue only = queues.get(0);
			this.deadLetters = only.deadLetters();
			this.schedules = only.schedules();
			this.async = only.async();
		}
		else {
			this.deadLetters = new ShardedDeadLetters(this.shards);
			this.schedules = new ShardedSchedules(this.shards);
			this.async = new AsyncShardedQueue(this.shards, settings, algorithms, scripts);
		}
	}

	/**
	 * What a queue without shards, or one shard, does as its type.
	 * @param comparison returns what has to be called before its scripts, or null
	 */
	public static Algorithm algorithm(QueueType type, QueueKeys keys, QueueSettings settings, Scripts scripts,
			Supplier<@Nullable Step> comparison) {
		return switch (type) {
			case LEASE -> new Algorithm("lease", "queue", keys, settings, scripts, comparison);
			case STREAM -> new Algorithm("stream", "stream", keys, settings, scripts, comparison);
			case LIST -> new ListAlgorithm(keys, settings, scripts, comparison);
			case DELAYED -> new Algorithm("delayed", "delayed", keys, settings, scripts, comparison);
		};
	}

	/**
	 * The keys of the shards of a queue, 1 to {@value #MAX_SHARDS}; those of a single
	 * shard are the keys of the queue.
	 * @throws IllegalArgumentException if the number is not allowed
	 */
	public static List<QueueKeys> keys(QueueKeys keys, int count) {
		Assert.isTrue(count >= 1 && count <= MAX_SHARDS,
				() -> "Queue '" + keys.queue() + "' cannot have " + count + " shards. Allowed are 1 to " + MAX_SHARDS);
		return (count == 1) ? List.of(keys) : IntStream.range(0, count).mapToObj(keys::shard).toList();
	}

	@Override
	public void checkLayout() {
		this.layout.compare();
	}

	@Override
	public CompletableFuture<Boolean> isLayoutConfirmed() {
		return this.layout.isConfirmed();
	}

	@Override
	public AsyncWorkerQueue async() {
		return this.async;
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode) {
		if (this.shards.count() == 1) {
			return this.shards.any().add(jobs, mode);
		}
		Collection<Job> valid = JobChecks.check(name(), this.settings, jobs).values();
		return this.shards.gather(this.shards.split(valid, Shards::key), (shard, some) -> shard.add(some, mode));
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode, Durability durability) {
		return (this.shards.count() == 1) ? this.shards.any().add(jobs, mode, durability)
				: this.shards.add(JobChecks.check(name(), this.settings, jobs).values(), mode, durability);
	}

	@Override
	public Set<String> reschedule(Collection<String> ids, Duration delay) {
		AllowedRange.check("The delay of a rescheduled job", Duration.ZERO, delay);
		return this.shards.find(ids, (shard, some) -> shard.reschedule(some, delay));
	}

	@Override
	public Set<String> reschedule(Collection<String> ids, Instant readyAt) {
		return this.shards.find(ids, (shard, some) -> shard.reschedule(some, readyAt));
	}

	@Override
	public Set<String> cancel(Collection<String> ids) {
		return this.shards.find(ids, WorkerQueue::cancel);
	}

	@Override
	public boolean isIdle() {
		return this.shards.all().stream().allMatch(WorkerQueue::isIdle);
	}

	@Override
	public void clean(CleanDepth depth, Consumer<CleanReport> cleaned) {
		this.layout.compareAgain();
		this.shards.each((shard) -> shard.clean(depth, cleaned));
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Each shard has turns of its own. A shard that fails keeps this instance from no
	 * other. An instance that has no turn compares the layouts, too.
	 */
	@Override
	public void cleanInTurn(CleanDepth depth, Duration interval, Consumer<CleanReport> cleaned) {
		this.layout.compareAgain();
		this.shards.each((shard) -> shard.cleanInTurn(depth, interval, cleaned));
	}

	@Override
	public QueueCounts counts() {
		return this.shards.all().stream().map(WorkerQueue::counts).reduce(QueueCounts::plus).orElseThrow();
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * A dead letter is found if no shard has another job with the id.
	 */
	@Override
	public Optional<JobStatus> find(String id) {
		JobStatus dead = null;
		for (WaitingQueue shard : this.shards.withId(id)) {
			JobStatus found = shard.find(id).orElse(null);
			if (found != null && found.state() != JobState.DEAD) {
				return Optional.of(found);
			}
			dead = (dead != null) ? dead : found;
		}
		return Optional.ofNullable(dead);
	}

	/** Jobs with one id may be in groups on different shards. */
	@Override
	public List<JobEvent> history(String id) {
		return this.shards.withId(id)
			.stream()
			.flatMap((shard) -> shard.history(id).stream())
			.sorted(Comparator.comparing(JobEvent::at))
			.toList();
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Goes on with the next shard as long as the page has room. The payloads of a page
	 * are those of one shard, as they are bounded.
	 */
	@Override
	public JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs) {
		if (this.shards.count() == 1) {
			return this.shards.any().browse(state, cursor, count, withJobs);
		}
		int shard = (cursor != null) ? shardOf(cursor) : 0;
		String own = (cursor != null) ? cursor.substring(cursor.indexOf('.') + 1) : "";
		List<JobStatus> jobs = new ArrayList<>();
		while (shard < this.shards.count()) {
			JobPage page = this.shards.all()
				.get(shard)
				.browse(state, own.isEmpty() ? null : own, count - jobs.size(), withJobs);
			jobs.addAll(page.jobs());
			own = (page.cursor() != null) ? page.cursor() : "";
			shard = (page.cursor() != null) ? shard : shard + 1;
			if (!own.isEmpty() || jobs.size() == count || (withJobs && !jobs.isEmpty())) {
				break;
			}
		}
		return new JobPage(jobs, (shard < this.shards.count()) ? shard + "." + own : null);
	}

	private int shardOf(String cursor) {
		Matcher matcher = CURSOR.matcher(cursor);
		int shard = matcher.matches() ? Integer.parseInt(matcher.group(1)) : this.shards.count();
		Assert.isTrue(shard < this.shards.count(),
				() -> "The cursor '" + LogText.shortened(cursor) + "' does not begin with the number of one of the "
						+ this.shards.count() + " shards of queue '" + name() + "' and a dot");
		return shard;
	}

	@Override
	public AuditReport audit(Duration limit) {
		return this.shards.audit(limit, WorkerQueue::audit);
	}

	@Override
	public AuditReport repair(boolean dryRun, Duration limit) {
		return this.shards.audit(limit, (shard, rest) -> shard.repair(dryRun, rest));
	}

	@Override
	public void pause() {
		this.shards.each(WorkerQueue::pause);
	}

	@Override
	public void resume() {
		this.shards.each(WorkerQueue::resume);
	}

	@Override
	public DeadLetters deadLetters() {
		return this.deadLetters;
	}

	@Override
	public Schedules schedules() {
		return this.schedules;
	}

}
