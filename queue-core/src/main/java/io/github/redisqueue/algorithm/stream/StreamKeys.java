package io.github.redisqueue.algorithm.stream;

import java.util.List;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.algorithm.QueueKeys;

/**
 * Builds the keys of a {@code stream} queue. All its scripts get the same keys, in the
 * order in which {@code keys.lua} reads them.
 */
final class StreamKeys {

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	StreamKeys(QueueKeys keys) {
		this.keys = keys;
		this.fixed = keys.fixed("stream", "ids", "delayed", "jobs", "headers", "token", "failures", "crashes", "paused",
				"completed", "dead", "dead:job", "polled", "clock", "dead:unreadable", "limits", "rate");
	}

	/** A call with all keys. */
	Call call() {
		return this.keys.call(this.fixed);
	}

}
