package io.github.redisqueue.samples.benchmark.options;

import java.util.List;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/**
 * Options for commands that send jobs in batches and handle them.
 */
public final class LoadOptions {

	@Mixin
	private final QueueOptions queues = new QueueOptions();

	@Mixin
	private final BatchOptions batch = new BatchOptions();

	@Mixin
	private final PayloadOptions payloads = new PayloadOptions();

	@Mixin
	private final ListenerOptions listener = new ListenerOptions();

	public List<QueueType> types() {
		return this.queues.types();
	}

	public @Nullable Integer shards() {
		return this.queues.shards();
	}

	public int batch() {
		return this.batch.size();
	}

	public PayloadOptions payloads() {
		return this.payloads;
	}

	public int concurrency() {
		return this.listener.concurrency();
	}

}
