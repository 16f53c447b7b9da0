package io.github.redisqueue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Lets a caller wait for a result.
 */
final class Waiting {

	private Waiting() {
	}

	/**
	 * Waits for a result.
	 * @throws RuntimeException the exception that the result has failed with
	 * @throws DataAccessResourceFailureException if the thread is interrupted; whether
	 * Redis runs the call is unknown then
	 */
	static <T> T forResult(CompletableFuture<T> result) {
		try {
			return result.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			// Leases that come now are released.
			result.cancel(false);
			throw new DataAccessResourceFailureException(
					"The thread was interrupted while it waited for the reply of Redis", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException unchecked) {
				throw unchecked;
			}
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw new IllegalStateException(ex.getCause());
		}
	}

}
