package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Counts how often reads began to fail: a busy machine may do that more often than the
 * test does.
 */
final class OutageCounter implements BellReader {

	private final BellReader reader;

	private int outages;

	private int reads;

	private long names;

	private boolean broken;

	OutageCounter(BellReader reader) {
		this.reader = reader;
	}

	synchronized int outages() {
		return this.outages;
	}

	/** What a read does that was given up concerns nobody. */
	private synchronized void note(int read, boolean failed) {
		if (read == this.reads) {
			this.outages += (failed && !this.broken) ? 1 : 0;
			this.broken = failed;
		}
	}

	/** How many names of keys it has sent. */
	synchronized long names() {
		return this.names;
	}

	private synchronized int next() {
		return ++this.reads;
	}

	@Override
	public CompletionStage<@Nullable WakeUp> read(List<byte[]> bells, Duration longest) {
		int read = next();
		synchronized (this) {
			this.names += bells.size();
		}
		return this.reader.read(bells, longest).whenComplete((wakeUp, failure) -> note(read, failure != null));
	}

	@Override
	public void reset() {
		int read;
		synchronized (this) {
			read = this.reads;
		}
		note(read, true);
		next();
		this.reader.reset();
	}

	@Override
	public void close() {
		this.reader.close();
	}

}
