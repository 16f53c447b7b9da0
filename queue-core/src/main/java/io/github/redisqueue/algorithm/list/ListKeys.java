package io.github.redisqueue.algorithm.list;

import java.util.List;
import java.util.UUID;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.algorithm.QueueKeys;

/**
 * Builds the keys of a {@code list} queue for one run of a worker. All scripts get the
 * same keys, in the order in which {@code keys.lua} reads them.
 */
final class ListKeys {

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	ListKeys(QueueKeys keys, String worker) {
		this.keys = keys;
		this.fixed = keys.fixed("queue", "jobs", "workers", "delayed", "tokens", "token", "failures", "crashes",
				"headers", "paused", "completed", "dead", "dead:job", "polled", "clock", "dead:unreadable",
				"processing:" + worker + "#" + nonce(), "limits", "rate");
	}

	/** Distinguishes this run of a worker from earlier ones: 48 random bits. */
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

}
