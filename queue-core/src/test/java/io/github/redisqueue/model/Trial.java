package io.github.redisqueue.model;

import java.util.List;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;

/**
 * One queue, to which the steps of a sequence are done, beside what is known of it.
 */
interface Trial {

	void add(List<Addition> jobs, AddMode mode);

	void lease(String worker, int max);

	/**
	 * A worker does something with jobs that it holds, or once held.
	 * @param leases numbers of its leases: see {@link Holder#leases}
	 * @param delay the delay in seconds, where there is one
	 */
	void act(Step.Act act, String worker, List<Integer> leases, long delay);

	/** The worker is killed, with all that it holds. */
	void crash(String worker);

	void cancel(List<String> ids);

	void reschedule(List<String> ids, long delay);

	void redrive(List<String> ids);

	void redriveAll();

	void purge(List<String> ids);

	/** Reads dead letters, a page and one of them. */
	void read(int offset, int count, String id);

	void count();

	void pause(boolean isPaused);

	void clean(CleanDepth depth);

	/** Minutes pass. */
	void advance(int minutes);

	/** Works off what there is, and looks at what is left. */
	void drain();

}
