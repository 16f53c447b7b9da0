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

	/** The keys that are kept by id for as long as a job lives: their places. */
	static final List<Integer> OF_ALL_JOBS = List.of(7, 8);

	/** The keys that are kept by id for as long as a job is delayed: their places. */
	static final List<Integer> OF_DELAYED_JOBS = List.of(4, 5);

	private final String queue;

	private final List<byte[]> keys;

	StreamKeys(QueueKeys place) {
		this.queue = place.queue();
		this.keys = Stream
			.concat(Stream.of("stream", "ids", "delayed", "jobs", "headers", "token", "failures", "crashes", "paused",
					"dead", "dead:job")
				.map(place::key), Stream.of(place.bell()))
			.map((key) -> key.getBytes(StandardCharsets.UTF_8))
			.toList();
	}

	/** A call with all keys. */
	Call call() {
		return new Call(this.queue).keys(this.keys);
	}

}
