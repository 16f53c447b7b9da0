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
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of an algorithm, one for each transition, and its keys, with which a queue
 * runs. The scripts of all algorithms take the same arguments and return the same
 * replies. Thread-safe.
 */
public abstract class Algorithm {

	private static final byte[] CRASHED = encode(Cause.of(Cause.Reason.CRASHES,
			"Workers crashed while they held this job more often than the queue allows"));

	private final Map<Transition, Script> transitions;

	private final QueueKeys keys;

	private final List<String> lookKeys;

	private final QueueSettings settings;

	private final Scripts scripts;

	/**
	 * An algorithm for one queue.
	 * @param transitions its scripts
	 * @param ready the name of the key in which its ready jobs stand
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	protected Algorithm(Map<Transition, Script> transitions, String ready, QueueKeys keys, QueueSettings settings,
			Scripts scripts) {
		this.transitions = transitions;
		this.keys = keys;
		this.lookKeys = Stream.of(ready, "delayed", "joining", "firings", "paused").distinct().map(keys::key).toList();
		this.settings = settings;
		this.scripts = scripts;
	}

	/**
	 * A script of this algorithm.
	 * @param transition the transition that the script performs
	 * @return the script
	 */
	public final Script script(Transition transition) {
		return Objects.requireNonNull(this.transitions.get(transition));
	}

	/**
	 * A call with the keys that are the same for all calls.
	 * @return the call, to be completed with arguments
	 */
	public Call call() {
		return this.keys.call();
	}

	/**
	 * A call for some jobs, whose number and ids are its first arguments.
	 * @param ids the ids of the jobs
	 * @return the call, to be completed with arguments
	 */
	public final Call call(List<String> ids) {
		Call call = call().argument(ids.size());
		ids.forEach(call::argument);
		return call;
	}

	/**
	 * The keys of this queue or shard for {@link Transition#LOOK}.
	 * @return the keys
	 */
	public final List<String> lookKeys() {
		return this.lookKeys;
	}

	/**
	 * Reclaims the jobs of crashed workers:
	 * {@link io.github.redisqueue.CleanDepth#LIGHT}. Several instances may do so at the
	 * same time, and a crash of one at any point does no harm.
	 * @param turn the turn, which the first script takes
	 * @return the numbers of jobs and leftovers, empty if another instance has the turn
	 */
	public Optional<CleanReport> light(CleaningTurn turn) {
		CleanReport report = CleanReport.NOTHING;
		Call next = reclaiming(null);
		while (next != null) {
			addCrashLimits(next);
			Reply reply = this.scripts.run(script(Transition.RECLAIM), turn.addTo(next));
			int last = reply.size() - 1;
			if (last < 0) {
				return Optional.empty();
			}
			report = report.plus(new CleanReport(reply.number(last - 3), reply.number(last - 2), reply.number(last - 1),
					reply.list(last).texts()));
			next = reclaiming(reply);
		}
		return Optional.of(report);
	}

	/**
	 * The next call of a light cleaning, without the limits on crashes.
	 * @param last the reply to the call before, null at first: where to go on, then how
	 * many jobs were reclaimed and buried, how many leftovers were dropped, and the ids
	 * of the buried jobs
	 * @return the call, or null if there is no more to look at
	 */
	protected abstract @Nullable Call reclaiming(@Nullable Reply last);

	/**
	 * Adds what becomes of the jobs of crashed workers: how many crashes are allowed, how
	 * many dead letters are kept, and the cause of those with more crashes.
	 * @param call the call
	 * @return the call
	 */
	public final Call addCrashLimits(Call call) {
		return call.argument(this.settings.maxCrashes()).argument(this.settings.maxDeadLetters()).argument(CRASHED);
	}

	/**
	 * Encodes a cause for {@code dead_letters.lua}.
	 * @param cause the cause
	 * @return the encoded cause
	 */
	public static byte[] encode(Cause cause) {
		return Fields
			.encode(Arrays.asList(cause.reason().name(), cause.exception(), cause.message(), cause.stackTrace()));
	}

	/**
	 * The calls that follow each heartbeat of this worker, even if it holds no job. The
	 * worker names each of its leases at least once in each lease time.
	 * @param held some of the jobs that this worker holds
	 * @return the calls, none by default
	 */
	public Iterator<Operation.Step> alive(Collection<HeldLease> held) {
		return Collections.emptyIterator();
	}

	/**
	 * A job that this worker holds.
	 *
	 * @param id the id of the job
	 * @param receipt the receipt that Redis stores for its lease
	 */
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
		 * anything. Its keys are the {@link Algorithm#lookKeys()} of each shard.
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

		/**
		 * Loads the scripts of an algorithm: one file for each transition.
		 * @param folder the folder of the algorithm below {@code redisqueue}
		 * @return the scripts
		 */
		public static Map<Transition, Script> load(String folder) {
			Map<Transition, Script> scripts = new EnumMap<>(Transition.class);
			for (Transition transition : values()) {
				scripts.put(transition, Script.load(folder + "/" + transition.name().toLowerCase(Locale.ROOT)));
			}
			return scripts;
		}

	}

}
