package io.github.redisqueue.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.redis.Call;
import io.github.redisqueue.redis.QueueKeys;

/**
 * Spells the keys of a {@code stream} queue. All its scripts get the same keys, in the
 * order in which {@code keys.lua} names them.
 */
final class StreamKeys {

	/**
	 * Those of the keys that are kept by id, which may outlive a job: their places. The
	 * records of entries are looked after on their own.
	 */
	static final List<Integer> EXTRAS = List.of(4, 5, 7, 8);

	private final String queue;

	private final List<byte[]> keys;

	StreamKeys(QueueKeys place) {
		this.queue = place.queue();
		this.keys = Stream
			.concat(Stream.of("stream", "ids", "delayed", "jobs", "headers", "token", "failures", "crashes", "paused",
					"completed", "dead", "dead:job")
				.map(place::key), Stream.of(place.bell()))
			.map((key) -> key.getBytes(StandardCharsets.UTF_8))
			.toList();
	}

	/** A call with all keys. */
	Call call() {
		return new Call(this.queue).keys(this.keys);
	}

}
