package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AllowedRange;
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
import io.github.redisqueue.Schedules;
import io.github.redisqueue.UnconfirmedAdditionException;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
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

	/** With fewer, a connection idles; with more, each call has fewer jobs. */
	private static final int MOST_ADDITIONS = 4;

	private final Algorithm algorithm;

	private final Scripts scripts;

	private final RedisDeadLetters deadLetters;

	/** Makes the operations of senders, for this queue and for {@link #async}. */
	private final SenderOperations sending;

	private final AdditionGate gate;

	/** Has the operations of workers, for which this queue waits. */
	private final AsyncScriptedQueue async;

	private final RedisSchedules schedules;

	public ScriptedQueue(Algorithm algorithm) {
		super(algorithm.keys().queue(), algorithm.settings());
		this.algorithm = algorithm;
		this.scripts = algorithm.scripts();
		this.deadLetters = new RedisDeadLetters(algorithm);
		LeaseLimits limits = new LeaseLimits(algorithm.keys(), algorithm.settings());
		this.sending = new SenderOperations(algorithm, limits.text);
		this.gate = new AdditionGate(algorithm.keys().queue(), this.sending, this.scripts, MOST_ADDITIONS);
		this.async = new AsyncScriptedQueue(algorithm, this.sending, limits);
		this.schedules = new RedisSchedules(algorithm, this::add);
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode, Durability durability) {
		Map<String, Job> valid = this.sending.checked(jobs);
		this.algorithm.compareLayout();
		Confirmation<Set<String>> confirmation = this.scripts.confirm(this.sending.adding(valid, mode),
				this.sending.marking(), durability);
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
		return (gathered != null) ? gathered.await() : this.gate.addAlone(jobs, mode);
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
		clean(depth, Cleaning.atOnce(this.algorithm, depth), cleaned);
	}

	/** A place in a group may have to be freed even if no lease can have expired. */
	@Override
	public boolean isIdle() {
		return this.async.leasing.isIdle() && this.settings.groups() == null;
	}

	@Override
	public void cleanInTurn(CleanDepth depth, Duration interval, Consumer<CleanReport> cleaned) {
		Cleaning cleaning = Cleaning.ofRound(this.algorithm, depth, interval);
		try {
			clean(depth, cleaning, cleaned);
		}
		catch (RuntimeException ex) {
			cleaning.freeAfter(ex);
			throw ex;
		}
	}

	private void clean(CleanDepth depth, Cleaning cleaning, Consumer<CleanReport> cleaned) {
		if (depth == CleanDepth.LIGHT && isIdle()) {
			return;
		}
		Optional<CleanReport> light = cleaning.light();
		// What follows may fail, but this is done.
		light.ifPresent(cleaned);
		if (depth == CleanDepth.DEEP && light.isPresent()) {
			cleaned.accept(QueueAudit.clean(this.algorithm, true));
			this.deadLetters.expire(this.settings.maxDeadLetterAge());
		}
	}

	@Override
	public QueueCounts counts() {
		return JobReply.counts(run(Transition.COUNTS, this.algorithm.call()));
	}

	@Override
	public Optional<JobStatus> find(String id) {
		Call call = this.algorithm.call(List.of(id)).argument(this.settings.leaseTime().toMillis());
		return JobReply.found(run(Transition.FIND, call));
	}

	@Override
	public List<JobEvent> history(String id) {
		return JobHistory.of(id, this.algorithm);
	}

	@Override
	public JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs) {
		AllowedRange.check("The count of a page of jobs", 1, count, Batches.MAX_JOBS);
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
		return QueueAudit.run(this.algorithm, false, limit);
	}

	@Override
	public AuditReport repair(boolean dryRun, Duration limit) {
		long begin = System.nanoTime();
		AuditReport report = QueueAudit.run(this.algorithm, !dryRun, limit);
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
			Cleaning.atOnce(this.algorithm, CleanDepth.DEEP).light();
			QueueAudit.clean(this.algorithm, Collections.disjoint(repair.counts().keySet(), UNCLEAR));
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

	/** As the algorithm does, with a type less on the stack of the caller. */
	private Reply run(Transition transition, Call call) {
		return this.algorithm.scripts().run(this.algorithm.operation(this.algorithm.script(transition), call));
	}

}
