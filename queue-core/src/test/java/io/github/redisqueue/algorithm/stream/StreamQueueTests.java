package io.github.redisqueue.algorithm.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XClaimArgs;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the tests of the {@code stream} algorithm share: a queue, and a look at its
 * stream.
 */
abstract class StreamQueueTests extends QueueFixture {

	static final Duration SHORT = Duration.ofMillis(100);

	static final String GROUP = "workers";

	StreamQueueTests() {
		super(QueueType.STREAM);
	}

	/** Adds a job that a worker holds whose lease has run out. */
	final Lease abandoned(String id) {
		add(id);
		Lease lease = leaseOne(worker("vanished", LONG));
		runOut(lease);
		return lease;
	}

	/** Lets a lease run out by the clock of the server. */
	final void runOut(Lease lease) {
		String entry = GivenLeases.receipt(lease).split(" ")[0];
		String consumer = this.commands.xpending(key("stream"), GROUP, Range.create(entry, entry), Limit.from(1))
			.get(0)
			.getConsumer();
		this.commands.xclaim(key("stream"), Consumer.from(GROUP, consumer), idle(LONG.plusMillis(1)), entry);
	}

	/** For a claim that changes nothing but for how long an entry has been idle. */
	static XClaimArgs idle(Duration idle) {
		return XClaimArgs.Builder.justid().minIdleTime(0).idle(idle);
	}

	/** The entry that {@code p:ids} names for a job. */
	final String entry(String id) {
		String record = this.commands.hget(key("ids"), id);
		assertThat(record).as("the record of " + id).isNotNull();
		return record.split(" ")[0];
	}

	final List<StreamMessage<String, String>> entries() {
		return this.commands.xrange(key("stream"), Range.unbounded());
	}

	/** What is pending: the consumer, the entry and the number of its deliveries. */
	final List<String> pending() {
		List<String> pending = new ArrayList<>();
		this.commands.xpending(key("stream"), GROUP, Range.unbounded(), Limit.from(1000))
			.forEach((one) -> pending.add(one.getConsumer() + " " + one.getId() + " " + one.getRedeliveryCount()));
		return pending;
	}

	/** The consumers and for how many ms they have been idle. */
	final Map<String, Long> consumers() {
		Map<String, Long> consumers = new HashMap<>();
		for (Object consumer : this.commands.xinfoConsumers(key("stream"), GROUP)) {
			List<?> fields = (List<?>) consumer;
			consumers.put((String) fields.get(1), (Long) fields.get(5));
		}
		return consumers;
	}

	final long idleOf(String consumer) {
		return consumers().get(consumer);
	}

}
