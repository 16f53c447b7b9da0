package io.github.redisqueue.algorithm;

import java.util.Collection;
import java.util.List;

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

		ADD, LEASE, START, EXTEND, COMPLETE, RETRY, RELEASE, BURY, REDRIVE, CANCEL, COUNTS, PAUSE, RESUME

	}

}
