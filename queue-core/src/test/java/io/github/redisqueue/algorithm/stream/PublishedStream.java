package io.github.redisqueue.algorithm.stream;

import java.util.List;

import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XClaimArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.jspecify.annotations.Nullable;

/**
 * The stream queue as it is published, command by command: a witness of its faults.
 */
final class PublishedStream {

	private static final String GROUP = "workers";

	private final RedisClusterCommands<String, String> commands;

	private final String stream;

	private final String ids;

	PublishedStream(RedisClusterCommands<String, String> commands, String prefix) {
		this.commands = commands;
		this.stream = prefix + "stream";
		this.ids = prefix + "ids";
	}

	/** What each worker does when it starts. */
	void createGroup() {
		this.commands.xgroupCreate(XReadArgs.StreamOffset.from(this.stream, "0"), GROUP);
	}

	/** Adds a job if it is new; returns its entry. */
	@Nullable String add(String id) {
		return (this.commands.sadd(this.ids, id) == 1) ? this.commands.xadd(this.stream, "id", id) : null;
	}

	/** Adds the first job of a stream, and creates the group. */
	String begin(String id) {
		String entry = add(id);
		createGroup();
		return entry;
	}

	@SuppressWarnings("unchecked")
	List<StreamMessage<String, String>> poll(String consumer) {
		return this.commands.xreadgroup(Consumer.from(GROUP, consumer), XReadArgs.Builder.count(100),
				XReadArgs.StreamOffset.lastConsumed(this.stream));
	}

	/** Looks for abandoned entries from the beginning on. */
	List<StreamMessage<String, String>> autoclaim(String consumer, long idle, int count) {
		return this.commands
			.xautoclaim(this.stream,
					XAutoClaimArgs.Builder.xautoclaim(Consumer.from(GROUP, consumer), idle, "0").count(count))
			.getMessages();
	}

	/** The heartbeat, which is also how a job is taken from one that is silent. */
	void beat(String consumer, String entry) {
		claim(consumer, entry, XClaimArgs.Builder.minIdleTime(0));
	}

	void claim(String consumer, String entry, XClaimArgs arguments) {
		this.commands.xclaim(this.stream, Consumer.from(GROUP, consumer), arguments, entry);
	}

	/** Finishes a job; says whether its entry was pending. */
	boolean complete(String entry, String id) {
		boolean pending = this.commands.xack(this.stream, GROUP, entry) == 1;
		deleteEntry(entry);
		this.commands.srem(this.ids, id);
		return pending;
	}

	void deleteEntry(String entry) {
		this.commands.xdel(this.stream, entry);
	}

	void deleteStream() {
		this.commands.del(this.stream);
	}

	/** Returns how many pending entries went with it. */
	long deleteConsumer(String consumer) {
		return this.commands.xgroupDelconsumer(this.stream, Consumer.from(GROUP, consumer));
	}

	int consumers() {
		return this.commands.xinfoConsumers(this.stream, GROUP).size();
	}

	/** What is pending: the consumer, the entry and the number of its deliveries. */
	List<String> pending() {
		return this.commands.xpending(this.stream, GROUP, Range.unbounded(), Limit.from(1000))
			.stream()
			.map((one) -> one.getConsumer() + " " + one.getId() + " " + one.getRedeliveryCount())
			.toList();
	}

}
