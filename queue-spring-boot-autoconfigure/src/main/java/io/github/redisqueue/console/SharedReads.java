package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

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

	/** Returns what was read of the queue, or reads it if that is too old. */
	WebEndpointResponse<Map<String, Object>> get(String queue,
			Supplier<WebEndpointResponse<Map<String, Object>>> read) {
		WebEndpointResponse<Map<String, Object>> response = this.byQueue.computeIfAbsent(queue, (name) -> new Read())
			.get(read);
		if (response.getStatus() == WebEndpointResponse.STATUS_NOT_FOUND) {
			// Anybody can ask for any name.
			forget(queue);
		}
		return response;
	}

	/** The queue has changed. */
	void forget(String queue) {
		this.byQueue.remove(queue);
	}

	/**
	 * What was read of one queue.
	 */
	private final class Read {

		private @Nullable WebEndpointResponse<Map<String, Object>> response;

		private long at;

		WebEndpointResponse<Map<String, Object>> get(Supplier<WebEndpointResponse<Map<String, Object>>> read) {
			long asked = System.nanoTime();
			synchronized (this) {
				WebEndpointResponse<Map<String, Object>> present = this.response;
				if (present == null || !isFresh(present, asked)) {
					present = read.get();
					this.response = present;
					this.at = System.nanoTime();
				}
				return present;
			}
		}

		/** A later request may be admitted, or reach Redis. */
		private boolean isFresh(WebEndpointResponse<Map<String, Object>> present, long asked) {
			return (present.getStatus() == WebEndpointResponse.STATUS_OK)
					? System.nanoTime() - this.at < SharedReads.this.age : asked - this.at < 0;
		}

	}

}
