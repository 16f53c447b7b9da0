package io.github.redisqueue.lease;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.redis.Call;
import io.github.redisqueue.redis.QueueKeys;

/**
 * Spells the keys of a {@code lease} queue. All its scripts get the same fixed keys, in
 * the order in which {@code keys.lua} names them.
 */
final class LeaseKeys {

	/**
	 * Those of the fixed keys that are kept by id, which may outlive a job: their places.
	 */
	static final List<Integer> EXTRAS = List.of(3, 4, 6, 7, 8, 9);

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	LeaseKeys(QueueKeys keys) {
		this.keys = keys;
		this.fixed = Stream
			.concat(Stream
				.of("queue", "processing", "delayed", "tokens", "token", "failures", "crashes", "headers", "suspects",
						"paused", "completed", "dead", "dead:job")
				.map(keys::key), Stream.of(keys.bell()))
			.map((key) -> key.getBytes(StandardCharsets.UTF_8))
			.toList();
	}

	/** A call with the fixed keys only. */
	Call call() {
		return new Call(this.keys.queue()).keys(this.fixed);
	}

	/** A call with the fixed keys, those of the items and those of the leases. */
	Call jobs(List<String> ids) {
		Call call = call();
		ids.forEach((id) -> call.key(this.keys.key("item:" + id)));
		ids.forEach((id) -> call.key(this.keys.key("lease:" + id)));
		return call;
	}

	/** A pattern that the item keys of this queue match, and no others. */
	String itemPattern() {
		return this.keys.pattern("item:");
	}

}
