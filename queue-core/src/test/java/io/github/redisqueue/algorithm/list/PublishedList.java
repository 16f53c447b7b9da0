package io.github.redisqueue.algorithm.list;

import java.util.List;
import java.util.stream.Stream;

import io.lettuce.core.LMoveArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.jspecify.annotations.Nullable;

/**
 * The reliable list as it is published, command by command: a witness of its faults.
 */
final class PublishedList {

	private final RedisClusterCommands<String, String> commands;

	private final String prefix;

	private final int limit;

	PublishedList(RedisClusterCommands<String, String> commands, String prefix, int limit) {
		this.commands = commands;
		this.prefix = prefix;
		this.limit = limit;
	}

	void add(String... jobs) {
		this.commands.lpush(this.prefix + "main", jobs);
	}

	/** A job moves to the private list of a worker. */
	@Nullable String move(String worker) {
		return this.commands.lmove(this.prefix + "main", this.prefix + worker, LMoveArgs.Builder.rightLeft());
	}

	@Nullable String head(String worker) {
		return this.commands.lindex(this.prefix + worker, -1);
	}

	void removeHead(String worker) {
		this.commands.rpop(this.prefix + worker);
	}

	/** The reaction to a failure, by the one counter that there is. */
	void fail(String worker, String job) {
		if (this.commands.incr(this.prefix + "attempts") > this.limit) {
			removeHead(worker);
			bury(job);
		}
	}

	void bury(String job) {
		this.commands.lpush(this.prefix + "dead", job);
	}

	List<String> dead() {
		return this.commands.lrange(this.prefix + "dead", 0, -1);
	}

	/** All jobs that are left, wherever they are. */
	List<String> left(String... workers) {
		return Stream.concat(Stream.of("main", "dead"), Stream.of(workers))
			.flatMap((list) -> this.commands.lrange(this.prefix + list, 0, -1).stream())
			.toList();
	}

}
