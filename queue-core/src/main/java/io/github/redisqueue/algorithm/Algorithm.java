package io.github.redisqueue.algorithm;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.github.redisqueue.Cause;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

import org.springframework.util.CompositeIterator;

/**
 * One queue, or one shard, as its type works: the scripts of the type, one for each
 * transition, and the keys and settings with which they run. The scripts of all types
 * take the same arguments and return the same replies. It makes the operations, which
 * those who want something of the queue give to its {@link #scripts()}. Thread-safe.
 */
public class Algorithm {

	private static final byte[] CRASHED = encode(Cause.of(Cause.Reason.CRASHES,
			"Workers crashed while they held this job more often than the queue allows"));

	private static final Script QUIET = Script.load("bell/quiet");

	/** Of the types that were needed so far, by their folders. */
	private static final Map<String, Map<Transition, Script>> TYPES = new ConcurrentHashMap<>();

	private final Map<Transition, Script> transitions;

	private final QueueKeys keys;

	private final Call look;

	private final Call quiet;

	/** What all calls begin with. */
	private final Call begun;

	private final QueueSettings settings;

	private final Scripts scripts;

	private final Supplier<@Nullable Step> comparison;

	/**
	 * A queue, or a shard.
	 * @param folder the folder of the scripts of its type, below {@code redisqueue}
	 * @param ready the name of the key in which its ready jobs stand
	 * @param comparison returns a call that fails if the recorded layout of the queue is
	 * another one; null as long as nothing has to be compared
	 */
	public Algorithm(String folder, String ready, QueueKeys keys, QueueSettings settings, Scripts scripts,
			Supplier<@Nullable Step> comparison) {
		this.transitions = TYPES.computeIfAbsent(folder, Transition::load);
		this.keys = keys;
		this.look = keys.callWith(ready, "delayed", "joining", "firings", "paused");
		this.quiet = keys.callWith(QueueKeys.ABSENT).argument(folder);
		HistoryLimits limits = settings.history();
		// As history_keys.lua reads it.
		this.begun = keys.call()
			.history((limits != null) ? limits.maxEvents() + " " + limits.maxJobs() + " " + settings.worker() : "");
		this.settings = settings;
		this.scripts = scripts;
		this.comparison = comparison;
	}

	/** The keys of this queue or shard. */
	public final QueueKeys keys() {
		return this.keys;
	}

	/** The settings of this queue or shard. */
	public final QueueSettings settings() {
		return this.settings;
	}

	/** What runs the scripts of this queue or shard. */
	public final Scripts scripts() {
		return this.scripts;
	}

	/** The script of this algorithm for a transition. */
	public final Script script(Transition transition) {
		return Objects.requireNonNull(this.transitions.get(transition));
	}

	/**
	 * A call with the keys that are the same for all calls, to be completed with
	 * arguments.
	 */
	public Call call() {
		return new Call(this.begun);
	}

	/**
	 * The same without the keys of a worker, which adding jobs needs only to note in the
	 * history who did.
	 */
	public final Call senderCall() {
		return (this.settings.history() == null) ? new Call(this.begun) : call();
	}

	/** A call for some jobs, whose number and ids are its first arguments. */
	public Call call(List<String> ids) {
		return call().ids(ids);
	}

	/** The keys of this queue or shard for {@link Transition#LOOK}. */
	public final Call look() {
		return this.look;
	}

	/** Looks whether it is known that there are no jobs, and the queue is not paused. */
	public final CompletableFuture<Boolean> isQuiet() {
		return this.scripts.isQuiet(QUIET, this.quiet);
	}

	/** Looks whether it is known that there is no schedule, nor anything left of one. */
	public final CompletableFuture<Boolean> hasNoSchedules() {
		return this.scripts.isQuiet(QUIET, this.keys.callWith(QueueKeys.ABSENT).argument("schedules"));
	}

	/**
	 * An operation of several calls, to be run at once. As long as it is not known that
	 * the layout is the recorded one, comparing them is the first call: if they differ,
	 * no other follows.
	 */
	public final <R> Operation<R> operation(Lane lane, Iterator<Step> steps, Supplier<R> result) {
		Step first = this.comparison.get();
		if (first == null) {
			return new Operation<>(lane, steps, result);
		}
		CompositeIterator<Step> all = new CompositeIterator<>();
		all.add(List.of(first).iterator());
		all.add(steps);
		return new Operation<>(lane, all, result);
	}

	/** An operation of one call, whose result is the reply. */
	public final Operation<Reply> operation(Script script, Call call) {
		AtomicReference<Reply> reply = new AtomicReference<>();
		return operation(Lane.SETTLE, List.of(new Step(script, call, reply::set)).iterator(), reply::get);
	}

	/** Runs an operation of one call, and waits for the reply. */
	public final Reply run(Script script, Call call) {
		return this.scripts.run(operation(script, call));
	}

	/** The same with a script of this algorithm. */
	public final Reply run(Transition transition, Call call) {
		return run(script(transition), call);
	}

	/**
	 * Compares the layout, unless nothing has to be compared: before operations over a
	 * connection to the node of this shard, which may not have the record.
	 */
	public final void compareLayout() {
		this.scripts.run(operation(Lane.ADD, Collections.<Step>emptyIterator(), () -> true));
	}

	/**
	 * Adds what becomes of the jobs of crashed workers: how many crashes are allowed, how
	 * many dead letters are kept, and the cause of those with more crashes.
	 */
	public final Call addCrashLimits(Call call) {
		return call.argument(this.settings.maxCrashes()).argument(this.settings.maxDeadLetters()).argument(CRASHED);
	}

	/** Encodes a cause for {@code dead_letters.lua}. */
	public static byte[] encode(Cause cause) {
		return Fields
			.encode(Arrays.asList(cause.reason().name(), cause.exception(), cause.message(), cause.stackTrace()));
	}

	/**
	 * The calls that follow each heartbeat of this worker, even if it holds no job; none
	 * by default. The worker names each of its leases at least once in each lease time.
	 * @param held some of the jobs that this worker holds, which need to be known only
	 * when the first call is asked for
	 */
	public Iterator<Step> alive(Collection<HeldLease> held) {
		return Collections.emptyIterator();
	}

	/** A job that this worker holds, with the receipt that Redis stores for its lease. */
	public record HeldLease(String id, String receipt) {

	}

	/**
	 * The transitions of jobs and queues. Each algorithm has a script for each of them.
	 */
	public enum Transition {

		/** Adds jobs. */
		ADD,

		/** Adds jobs, and replaces those with the same ids. */
		REPLACE,

		/** Adds jobs that have a group, or replaces those with the same ids by them. */
		JOIN,

		/**
		 * Looks which of the shards of a queue have jobs to lease, without changing
		 * anything. Its keys are the {@link Algorithm#look()} of each shard.
		 */
		LOOK,

		/** Leases the next jobs. */
		LEASE,

		/** Records the start of handlers. */
		START,

		/** Extends leases. */
		EXTEND,

		/** Completes jobs. */
		COMPLETE,

		/** Retries failed jobs later, or buries them. */
		RETRY,

		/** Releases leased jobs. */
		RELEASE,

		/** Releases leased jobs, and delays them. */
		POSTPONE,

		/** Buries leased jobs. */
		BURY,

		/** Puts dead letters back into the queue. */
		REDRIVE,

		/** Lets jobs become ready at another time. */
		RESCHEDULE,

		/** Removes a job. */
		CANCEL,

		/** Reclaims the jobs of crashed workers. */
		RECLAIM,

		/** Lets jobs of groups open whose turn was missed. */
		MEND_GROUPS,

		/** Makes jobs of firings that are due. */
		FIRE,

		/** Counts the jobs. */
		COUNTS,

		/** Looks at one job. */
		FIND,

		/** Looks at the jobs in one state. */
		BROWSE,

		/** Looks for data that breaks the rules, and repairs it or drops leftovers. */
		AUDIT,

		/** Pauses the queue. */
		PAUSE,

		/** Resumes the queue. */
		RESUME;

		private static Map<Transition, Script> load(String folder) {
			Map<Transition, Script> scripts = new EnumMap<>(Transition.class);
			for (Transition transition : values()) {
				scripts.put(transition, Script.load(folder + "/" + transition.name().toLowerCase(Locale.ROOT)));
			}
			return scripts;
		}

	}

}
