package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Counts how often reads began to fail: a busy machine may do that more often than the
 * test does.
 */
final class OutageCounter implements BellReader {

	private final BellReader reader;

	private final AtomicInteger outages = new AtomicInteger();

	private volatile boolean broken;

	OutageCounter(BellReader reader) {
		this.reader = reader;
	}

	int outages() {
		return this.outages.get();
	}

	private void note(boolean failed) {
		if (failed && !this.broken) {
			this.outages.incrementAndGet();
		}
		this.broken = failed;
	}

	@Override
	public CompletionStage<@Nullable Token> read(List<String> bells, Duration longest) {
		return this.reader.read(bells, longest).whenComplete((token, failure) -> note(failure != null));
	}

	@Override
	public void reset() {
		note(true);
		this.reader.reset();
	}

	@Override
	public void close() {
		this.reader.close();
	}

}
