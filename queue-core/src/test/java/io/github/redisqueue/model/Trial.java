package io.github.redisqueue.model;

import java.util.List;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ScriptOutputType;

/**
 * One queue, to which the steps of a sequence are done, beside what is known of it.
 */
interface Trial {

	String REMOVE_KEYS = """
			local lasting = {}
			for _, key in ipairs(KEYS) do
				if redis.call('PTTL', key) == -1 then
					lasting[#lasting + 1] = key
				end
				redis.call('UNLINK', key)
			end
			return lasting
			""";

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

	/** Removes all keys, and returns those that would not have expired. */
	static Set<String> removeKeys(TestRedis redis) {
		List<String> lasting = redis.commands()
			.eval(REMOVE_KEYS, ScriptOutputType.MULTI, redis.keys().toArray(String[]::new));
		return Set.copyOf(lasting);
	}

}
