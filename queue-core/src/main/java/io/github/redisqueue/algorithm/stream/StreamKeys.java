package io.github.redisqueue.algorithm.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.algorithm.QueueKeys;

/**
 * Spells the keys of a {@code stream} queue. All its scripts get the same keys, in the
 * order in which {@code keys.lua} names them.
 */
final class StreamKeys {

	/**
	 * Those of the keys that are kept by id, which may outlive a job, counted from 1. The
	 * records of entries are looked after on their own.
	 */
	static final List<Integer> EXTRAS = List.of(4, 5, 7, 8);

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	StreamKeys(QueueKeys keys) {
		this.keys = keys;
		this.fixed = Stream
			.of("stream", "ids", "delayed", "jobs", "headers", "token", "failures", "crashes", "paused", "completed",
					"dead", "dead:job")
			.map(keys::key)
			.map((key) -> key.getBytes(StandardCharsets.UTF_8))
			.toList();
	}

	/** A call with all keys. */
	Call call() {
		return new Call(this.keys.queue()).keys(this.fixed).bell(this.keys.bell());
	}

}
