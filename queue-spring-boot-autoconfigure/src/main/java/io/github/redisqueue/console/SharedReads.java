package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.redisqueue.admin.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * What was read of single queues a short while ago, so that all who ask at about the same
 * time cost one reading. A failure is shared only by those who waited meanwhile.
 * Thread-safe.
 */
final class SharedReads {

	private final long age;

	private final Map<String, Read> byQueue = new ConcurrentHashMap<>();

	SharedReads(Duration age) {
		this.age = age.toNanos();
	}

	/**
	 * Returns what was read of the queue, or reads it if that is too old.
	 * @throws RefusedException as the reading
	 */
	Map<String, Object> get(String queue, Supplier<Map<String, Object>> read) {
		try {
			return this.byQueue.computeIfAbsent(queue, (name) -> new Read()).get(read);
		}
		catch (RefusedException ex) {
			if (ex.status() == 404) {
				// Anybody can ask for any name.
				forget(queue);
			}
			throw ex;
		}
	}

	/** The queue has changed. */
	void forget(String queue) {
		this.byQueue.remove(queue);
	}

	/**
	 * What was read of one queue.
	 */
	private final class Read {

		private @Nullable Map<String, Object> response;

		private @Nullable RefusedException refusal;

		private long at;

		Map<String, Object> get(Supplier<Map<String, Object>> read) {
			long asked = System.nanoTime();
			synchronized (this) {
				RefusedException refused = this.refusal;
				if (refused != null && asked - this.at < 0) {
					throw refused;
				}
				Map<String, Object> present = this.response;
				return (present != null && System.nanoTime() - this.at < SharedReads.this.age) ? present : anew(read);
			}
		}

		/** A later request may reach Redis. */
		private Map<String, Object> anew(Supplier<Map<String, Object>> read) {
			this.response = null;
			this.refusal = null;
			try {
				Map<String, Object> present = read.get();
				this.response = present;
				return present;
			}
			catch (RefusedException ex) {
				this.refusal = ex;
				throw ex;
			}
			finally {
				this.at = System.nanoTime();
			}
		}

	}

}
