package io.github.redisqueue.algorithm.list;

import java.util.List;
import java.util.UUID;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.algorithm.QueueKeys;

/**
 * Builds the keys of a {@code list} queue for one boot of a worker. All scripts get the
 * same keys, in the order in which {@code keys.lua} reads them.
 */
final class ListKeys {

	/**
	 * The positions, counted from 1, of those keys that store values by job id. Such a
	 * value may remain after its job has ended.
	 */
	static final List<Integer> EXTRAS = List.of(4, 5, 7, 8, 9);

	private static final String PRIVATE = "processing:";

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	ListKeys(QueueKeys keys, String worker) {
		this.keys = keys;
		this.fixed = keys.fixed("queue", "jobs", "workers", "delayed", "tokens", "token", "failures", "crashes",
				"headers", "paused", "completed", "dead", "dead:job", "polled", "clock", "dead:unreadable",
				PRIVATE + worker + "#" + nonce(), "worker:" + worker, "limits", "rate");
	}

	/** Distinguishes this boot of a worker from earlier ones: 48 random bits. */
	private static String nonce() {
		return UUID.randomUUID().toString().substring(24);
	}

	Call call() {
		return this.keys.call(this.fixed);
	}

	Call jobs(List<String> ids) {
		Call call = call().argument(ids.size());
		ids.forEach(call::argument);
		return call;
	}

	/** A pattern that the private lists of this queue match, and no other keys. */
	String privateLists() {
		return this.keys.pattern(PRIVATE);
	}

	/** The keys of which these are some. */
	QueueKeys queueKeys() {
		return this.keys;
	}

}
