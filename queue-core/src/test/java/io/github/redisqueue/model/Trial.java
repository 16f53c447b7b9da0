package io.github.redisqueue.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.TestClock;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ScriptOutputType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One queue, to which the steps of a sequence are done, beside what is known of it.
 */
abstract class Trial {

	/** Longer than any lease, dedup window and delay but the far ones. */
	static final Duration LONG = Duration.ofMinutes(5);

	private static final String REMOVE_KEYS = """
			local lasting = {}
			for _, key in ipairs(KEYS) do
				if redis.call('PTTL', key) == -1 then
					lasting[#lasting + 1] = key
				end
				redis.call('UNLINK', key)
			end
			return lasting
			""";

	final Variant variant;

	final TestRedis redis;

	final TestClock clock;

	final QueueKeys keys;

	private final Map<String, Holder> holders = new HashMap<>();

	Rules rules;

	ScriptRunner scripts;

	/** The queue as an operator sees it, who leases nothing. */
	WorkerQueue queue;

	Trial(Variant variant, Rules rules, TestRedis redis) {
		this.variant = variant;
		this.rules = rules;
		this.redis = redis;
		this.clock = new TestClock(redis);
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
	}

	/** The queue as an instance with a name sees it. */
	final WorkerQueue create(String name) {
		return this.variant.create(this.keys, this.rules.settings(name, this.variant.shards()), this.scripts);
	}

	/** A worker, which is started when it is first named. */
	final Holder holder(String name) {
		return this.holders.computeIfAbsent(name, (key) -> new Holder(create(key), key, this.variant));
	}

	/**
	 * The worker is killed, with all that it holds. When it is named again, it is another
	 * run under that name.
	 */
	final void crash(String worker) {
		this.holders.remove(worker);
	}

	/** All workers are killed. */
	final void crashAll() {
		this.holders.clear();
	}

	abstract void add(List<Addition> jobs, AddMode mode);

	abstract void lease(String worker, int max);

	/**
	 * A worker does something with jobs that it holds, or once held.
	 * @param leases numbers of its leases: see {@link Holder#leases}
	 * @param delay the delay in seconds, where there is one
	 */
	abstract void act(Step.Act act, String worker, List<Integer> leases, long delay);

	abstract void cancel(List<String> ids);

	abstract void reschedule(List<String> ids, long delay);

	abstract void redrive(List<String> ids);

	abstract void redriveAll();

	abstract void purge(List<String> ids);

	/** Reads dead letters, a page and one of them. */
	abstract void read(int offset, int count, String id);

	abstract void count();

	void pause(boolean isPaused) {
		if (isPaused) {
			this.queue.pause();
		}
		else {
			this.queue.resume();
		}
	}

	abstract void clean(CleanDepth depth);

	void advance(Duration time) {
		this.clock.advance(time);
	}

	/** Works off what there is, and looks at what is left. */
	abstract void drain();

	/** Removes all keys, of which those that do not expire may stay. */
	final void removeKeys() {
		List<String> lasting = this.redis.commands()
			.eval(REMOVE_KEYS, ScriptOutputType.MULTI, this.redis.keys().toArray(String[]::new));
		assertThat(lasting).as("keys that are left and do not expire").isSubsetOf(this.variant.lastingKeys(this.keys));
	}

}
