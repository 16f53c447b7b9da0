package io.github.redisqueue.algorithm.lease;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.algorithm.QueueKeys;

/**
 * Builds the keys of a {@code lease} queue. All its scripts get the same fixed keys, in
 * the order in which {@code keys.lua} reads them.
 */
final class LeaseKeys {

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	private final byte[] items;

	private final byte[] leases;

	LeaseKeys(QueueKeys keys) {
		this.keys = keys;
		this.fixed = keys.fixed("queue", "processing", "delayed", "tokens", "token", "failures", "crashes", "headers",
				"suspects", "paused", "completed", "dead", "dead:job", "polled", "clock", "dead:unreadable", "limits",
				"rate");
		this.items = keys.key("item:").getBytes(StandardCharsets.UTF_8);
		this.leases = keys.key("lease:").getBytes(StandardCharsets.UTF_8);
	}

	/** A call with the fixed keys only. */
	Call call() {
		return this.keys.call(this.fixed);
	}

	/** A call with the fixed keys and those of the items. */
	Call newJobs(List<String> ids) {
		return call().keys(this.items, ids);
	}

	/** A call with the fixed keys, those of the items and those of the leases. */
	Call jobs(List<String> ids) {
		return newJobs(ids).keys(this.leases, ids);
	}

}
