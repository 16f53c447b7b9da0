package io.github.redisqueue.test;

import java.util.HashSet;
import java.util.Set;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;

/**
 * What the contract suite needs to know of the queues it is run over.
 */
public interface QueueFactory {

	/**
	 * The type of the queues.
	 * @return the type
	 */
	QueueType type();

	/**
	 * Creates a queue, as one running application does, without shards unless this is
	 * overridden. Of two with the same keys, each sees what the other did.
	 * @param keys the keys of the queue
	 * @param settings its settings, with the name of the worker
	 * @param scripts runs its scripts
	 * @return the queue
	 */
	default WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		return QueueFixture.queue(type(), keys, settings, scripts);
	}

	/**
	 * How workers call Redis.
	 * @return the form, which does not change what queues do
	 */
	default Form form() {
		return Form.LETTUCE;
	}

	/**
	 * The clock that scripts read.
	 * @param redis the Redis of a test
	 * @return the clock, which stands still while a script runs
	 */
	default TestClock clock(TestRedis redis) {
		return new TestClock(redis);
	}

	/**
	 * The keys that a queue may have though nothing was ever in it: its settings.
	 * @param keys the keys of the queue
	 * @return the names of the keys
	 */
	default Set<String> settingsKeys(QueueKeys keys) {
		return Set.of(keys.key("limits"));
	}

	/**
	 * The keys among which a job has its own, all in one slot.
	 * @param keys the keys of the queue
	 * @param id the id of the job
	 * @return the keys of the job's line
	 */
	default QueueKeys keysOf(QueueKeys keys, String id) {
		return keys;
	}

	/**
	 * How many lines there are.
	 * @return the number of lines, of which a queue with shards has more than one
	 */
	default int lines() {
		return 1;
	}

	/**
	 * The line that a job stands in. Only jobs of one line are handed out in the order of
	 * their age, and only their tokens can be compared.
	 * @param id the id of the job
	 * @return the number of the line, from 0 on
	 */
	default int line(String id) {
		return 0;
	}

	/**
	 * The keys that a drained queue without dead letters may keep without an expiry.
	 * @param keys the keys of the queue
	 * @return the names of the keys
	 */
	default Set<String> lastingKeys(QueueKeys keys) {
		Set<String> lasting = new HashSet<>(Set.of(keys.key("limits"), keys.key("token"), keys.bell()));
		if (type() == QueueType.STREAM) {
			lasting.add(keys.key("stream"));
		}
		return lasting;
	}

}
