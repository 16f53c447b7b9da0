package io.github.redisqueue.algorithm;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Script;

/**
 * The scripts of an algorithm, one for each transition, and its keys, with which a queue
 * runs. The scripts of all algorithms take the same arguments and return the same
 * replies. Thread-safe.
 */
public interface Algorithm {

	/**
	 * A script of this algorithm.
	 * @param transition the transition that the script performs
	 * @return the script
	 */
	Script script(Transition transition);

	/**
	 * A call with the keys that are the same for all calls.
	 * @return the call, to be completed with arguments
	 */
	Call call();

	/**
	 * A call for some jobs. By default their number and their ids are its first
	 * arguments.
	 * @param ids the ids of the jobs
	 * @return the call, to be completed with arguments
	 */
	default Call call(List<String> ids) {
		Call call = call().argument(ids.size());
		ids.forEach(call::argument);
		return call;
	}

	/**
	 * A call that adds jobs.
	 * @param ids the ids of the jobs
	 * @param mode what the queue does with jobs whose ids are present
	 * @return the call, to be completed with arguments
	 */
	default Call callToAdd(List<String> ids, AddMode mode) {
		return call(ids);
	}

	/**
	 * The script that looks which shards of a queue have jobs to lease, without changing
	 * anything. Its keys are the {@link #lookKeys()} of each shard.
	 * @return the script
	 */
	Script look();

	/**
	 * The keys of this queue or shard for the script {@link #look()}.
	 * @return the keys
	 */
	List<String> lookKeys();

	/**
	 * Reclaims the jobs of crashed workers:
	 * {@link io.github.redisqueue.CleanDepth#LIGHT}.
	 * @param turn the turn, which the first script takes
	 * @return the numbers of jobs and leftovers, empty if another instance has the turn
	 */
	Optional<CleanReport> light(CleaningTurn turn);

	/**
	 * The calls that follow each heartbeat of this worker, even if it holds no job. The
	 * worker names each of its leases at least once in each lease time.
	 * @param held some of the jobs that this worker holds
	 * @return the calls, none by default
	 */
	default Iterator<Operation.Step> alive(Collection<HeldLease> held) {
		return Collections.emptyIterator();
	}

	/**
	 * A job that this worker holds.
	 *
	 * @param id the id of the job
	 * @param receipt the receipt that Redis stores for its lease
	 */
	record HeldLease(String id, String receipt) {

	}

	/**
	 * The transitions of jobs and queues. Each algorithm has a script for each of them.
	 */
	enum Transition {

		/** Adds jobs. */
		ADD,

		/** Adds jobs, and replaces those with the same ids. */
		REPLACE,

		/** Adds jobs that have a group, or replaces those with the same ids by them. */
		JOIN,

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
