package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.UnconfirmedAdditionException;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.audit.QueueAudit;
import io.github.redisqueue.algorithm.schedule.RedisSchedules;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Confirmation;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose transitions are the scripts of an algorithm. Thread-safe.
 */
public final class ScriptedQueue extends WaitingQueue {

	/** Findings about leftovers of groups that may be jobs. */
	private static final Set<AuditRule> UNCLEAR = Set.of(AuditRule.WAITING_WITHOUT_GROUP, AuditRule.UNREADABLE_RECORD);

	private final QueueKeys keys;

	private final QueueSettings settings;

	private final Scripts scripts;

	private final Algorithm algorithm;

	private final RedisDeadLetters deadLetters;

	private final SenderOperations sending;

	private final AdditionGate gate;

	private final AsyncScriptedQueue async;

	private final GroupCleaning groups;

	private final RedisSchedules schedules;

	private final QueueAudit audit;

	private final JobHistory history;

	/**
	 * A queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @param algorithm its scripts and keys
	 */
	public ScriptedQueue(QueueKeys keys, QueueSettings settings, Scripts scripts, Algorithm algorithm) {
		this.keys = keys;
		this.settings = settings;
		this.scripts = scripts;
		this.algorithm = algorithm;
		this.deadLetters = new RedisDeadLetters(keys, scripts, this::redrive);
		LeaseLimits limits = new LeaseLimits(keys, settings);
		this.sending = new SenderOperations(keys, settings, algorithm, limits.text());
		this.gate = new AdditionGate(keys.queue(), this.sending, scripts);
		this.async = new AsyncScriptedQueue(keys, settings, scripts, algorithm, this.sending, limits);
		this.groups = new GroupCleaning(scripts, algorithm, keys);
		this.schedules = new RedisSchedules(keys, scripts, algorithm, this::add);
		this.audit = new QueueAudit(keys, settings.leaseTime().toMillis(), scripts, algorithm);
		this.history = new JobHistory(keys, scripts);
	}

	@Override
	public String name() {
		return this.keys.queue();
	}

	@Override
	public Duration leaseTime() {
		return this.settings.leaseTime();
	}

	@Override
	public int maxRetries() {
		return this.settings.maxRetries();
	}

	@Override
	public int maxCrashes() {
		return this.settings.maxCrashes();
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode, Durability durability) {
		Confirmation<Set<String>> confirmation = this.scripts
			.confirm(this.sending.adding(this.sending.checked(jobs), mode), this.sending.marking(), durability);
		Set<String> added = confirmation.result();
		if (!confirmation.fulfils(durability)) {
			throw new UnconfirmedAdditionException(
					((added.size() == 1) ? "1 job was" : added.size() + " jobs were") + " added to queue '" + name()
							+ "', confirmed by " + confirmation.describe(durability) + " within "
							+ durability.timeout().toMillis() + " ms",
					confirmation.failure(), added, confirmation.replicas());
		}
		return added;
	}

	@Override
	public AsyncWorkerQueue async() {
		return this.async;
	}

	@Override
	public Set<String> add(Collection<Job> given, AddMode mode) {
		Map<String, Job> jobs = this.sending.checked(given);
		AdditionGate.Addition gathered = this.gate.enter(jobs, mode);
		if (gathered != null) {
			return gathered.await();
		}
		try {
			return this.scripts.run(this.sending.adding(jobs, mode));
		}
		finally {
			this.gate.leave();
		}
	}

	@Override
	public Set<String> reschedule(Collection<String> ids, Duration delay) {
		return this.scripts.run(this.sending.rescheduling(ids, delay));
	}

	@Override
	public Set<String> reschedule(Collection<String> ids, Instant readyAt) {
		return this.scripts.run(this.sending.rescheduling(ids, readyAt));
	}

	@Override
	public Set<String> cancel(Collection<String> ids) {
		return this.scripts.run(this.sending.cancelling(ids));
	}

	@Override
	public void clean(CleanDepth depth, Consumer<CleanReport> cleaned) {
		clean(depth, CleaningTurn.atOnce(this.keys, depth), cleaned);
	}

	@Override
	public void cleanInTurn(CleanDepth depth, Duration interval, Consumer<CleanReport> cleaned) {
		CleaningTurn turn = CleaningTurn.ofRound(this.keys, depth, interval);
		try {
			clean(depth, turn, cleaned);
		}
		catch (RuntimeException ex) {
			freeAfter(ex, turn);
			throw ex;
		}
	}

	/** If that fails too, the turn ends by itself. */
	private void freeAfter(RuntimeException failure, CleaningTurn turn) {
		try {
			turn.free(this.scripts);
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

	private void clean(CleanDepth depth, CleaningTurn turn, Consumer<CleanReport> cleaned) {
		// A place in a group may have to be freed even if no lease can have expired.
		if (depth == CleanDepth.LIGHT && this.async.isIdle() && this.settings.groups() == null) {
			return;
		}
		Optional<CleanReport> light = light(turn);
		// What follows may fail, but this is done.
		light.ifPresent(cleaned);
		if (depth == CleanDepth.DEEP && light.isPresent()) {
			cleaned.accept(this.audit.clean(true));
			this.deadLetters.expire(this.settings.maxDeadLetterAge());
		}
	}

	private Optional<CleanReport> light(CleaningTurn turn) {
		return this.algorithm.light(turn).map((report) -> report.plus(this.groups.mend(turn.share())));
	}

	@Override
	public QueueCounts counts() {
		return CountsReply.read(run(Transition.COUNTS, this.algorithm.call()));
	}

	@Override
	public Optional<JobStatus> find(String id) {
		Call call = this.algorithm.call(List.of(id)).argument(this.settings.leaseTime().toMillis());
		return JobReply.found(run(Transition.FIND, call));
	}

	@Override
	public List<JobEvent> history(String id) {
		return this.history.of(id);
	}

	@Override
	public JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs) {
		if (count < 1 || count > Batches.MAX_JOBS) {
			throw new IllegalArgumentException(
					"The count of a page of jobs must be between 1 and " + Batches.MAX_JOBS + ", but is " + count);
		}
		BrowseCursor from = BrowseCursor.parse(cursor, state, name());
		Call call = this.algorithm.call()
			.argument(state.name())
			.argument(count)
			.argument(withJobs ? 1 : 0)
			.argument(from.section())
			.argument(from.number())
			.argument(from.anchor())
			.argument(this.settings.leaseTime().toMillis());
		return JobReply.page(run(Transition.BROWSE, call), state)
			.orElseThrow(() -> BrowseCursor.invalid(String.valueOf(cursor), state, name()));
	}

	@Override
	public AuditReport audit(Duration limit) {
		return this.audit.run(false, limit);
	}

	@Override
	public AuditReport repair(boolean dryRun, Duration limit) {
		long begin = System.nanoTime();
		AuditReport report = this.audit.run(!dryRun, limit);
		// With a key of the wrong type a cleaning would fail.
		if (!dryRun && !report.counts().containsKey(AuditRule.WRONG_TYPE)) {
			if (QueueAudit.isOver(begin, limit)) {
				throw new PartialAuditException(
						"Queue '" + name() + "' was repaired, but not cleaned after that: the time limit was reached",
						null, report);
			}
			cleanAfter(report);
		}
		return report;
	}

	/** Leaves the leftovers of groups alone as long as some may be jobs. */
	private void cleanAfter(AuditReport repair) {
		try {
			light(CleaningTurn.atOnce(this.keys, CleanDepth.DEEP));
			this.audit.clean(Collections.disjoint(repair.counts().keySet(), UNCLEAR));
		}
		catch (RuntimeException ex) {
			throw new PartialAuditException(
					"Queue '" + name() + "' was repaired, but the cleaning that follows has failed", ex, repair);
		}
	}

	@Override
	public void pause() {
		run(Transition.PAUSE, this.algorithm.call());
	}

	@Override
	public void resume() {
		run(Transition.RESUME, this.algorithm.call());
	}

	@Override
	public RedisDeadLetters deadLetters() {
		return this.deadLetters;
	}

	@Override
	public Schedules schedules() {
		return this.schedules;
	}

	private Reply run(Transition transition, Call call) {
		return this.scripts.run(this.algorithm.script(transition), call);
	}

	private Set<String> redrive(List<String> ids, byte @Nullable [] payload) {
		Call call = this.algorithm.call(ids);
		return SenderOperations.marked(ids, run(Transition.REDRIVE, (payload != null) ? call.argument(payload) : call));
	}

}
