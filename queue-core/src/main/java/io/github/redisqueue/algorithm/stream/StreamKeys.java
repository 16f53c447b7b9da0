package io.github.redisqueue.algorithm.stream;

import java.util.List;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.algorithm.QueueKeys;

/**
 * Builds the keys of a {@code stream} queue. All its scripts get the same keys, in the
 * order in which {@code keys.lua} reads them.
 */
final class StreamKeys {

	/**
	 * The positions, counted from 1, of those keys that store values by job id. Such a
	 * value may remain after its job has ended. {@code ids} is not among them, because
	 * {@code heal.lua} cleans it.
	 */
	static final List<Integer> EXTRAS = List.of(4, 5, 7, 8);

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

	/** The keys of which these are some. */
	QueueKeys queueKeys() {
		return this.keys;
	}

}
