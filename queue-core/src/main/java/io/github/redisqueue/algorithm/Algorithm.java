package io.github.redisqueue.algorithm;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;

/**
 * What one algorithm brings to a {@link ScriptedQueue}: its scripts, one for each
 * transition, and its keys. The scripts of all algorithms take the same arguments and
 * give the same replies. Thread-safe.
 */
public interface Algorithm {

	/**
	 * A script of this algorithm.
	 * @param transition the transition that it makes
	 * @return the script
	 */
	Script script(Transition transition);

	/**
	 * A call with the keys that are the same for all calls.
	 * @return the call, to be completed with arguments
	 */
	Call call();

	/**
	 * A call that is about some jobs: their number and their ids are its first arguments,
	 * unless the algorithm names them otherwise.
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
	 * @param mode whether they may be there already
	 * @return the call, to be completed with arguments
	 */
	default Call callToAdd(List<String> ids, AddMode mode) {
		return call(ids);
	}

	/**
	 * Looks whether this worker may lease.
	 * @return whether that is settled; if not, ask again
	 * @throws io.github.redisqueue.DuplicateWorkerException if another running instance
	 * has the id of this worker
	 */
	default boolean checkWorkerId() {
		return true;
	}

	/**
	 * Cleans what is in progress.
	 * @return what was done
	 */
	CleanReport light();

	/**
	 * Cleans what a light cleaning does not look at.
	 * @return what was done
	 */
	CleanReport deep();

	/**
	 * Called at each heartbeat of this worker, also if it holds nothing. The worker names
	 * each of its leases at least once in each lease time.
	 * @param held some of the jobs that this worker holds
	 */
	default void alive(Collection<HeldJob> held) {
	}

	/**
	 * A job that this worker holds.
	 *
	 * @param id the id of the job
	 * @param receipt the receipt that Redis keeps of its lease
	 */
	record HeldJob(String id, String receipt) {

	}

	/**
	 * The transitions that each algorithm has a script for, named by the verb.
	 */
	enum Transition {

		/** Adds jobs. */
		ADD,

		/** Leases the next jobs. */
		LEASE,

		/** Starts leased jobs. */
		START,

		/** Extends leases. */
		EXTEND,

		/** Completes jobs. */
		COMPLETE,

		/** Retries failed jobs later, or buries them. */
		RETRY,

		/** Gives leased jobs back. */
		RELEASE,

		/** Makes dead letters of leased jobs. */
		BURY,

		/** Gives dead letters back to the queue. */
		REDRIVE,

		/** Removes a job. */
		CANCEL,

		/** Counts the jobs. */
		COUNTS,

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
