package io.github.redisqueue.listener;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Thrown by a handler of batches to say which jobs have failed, and why. The other jobs
 * of the batch are completed. Each failure is treated like an exception that the handler
 * of a single job has thrown: the job is retried, postponed or buried.
 * <p>
 * If the exception names no job of the batch, or one that is not in it, all jobs of the
 * batch are handled again one by one. Not thread-safe.
 */
public class FailedJobsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/** By position or id. */
	private final transient Map<Object, Throwable> named = new LinkedHashMap<>();

	/** Creates an exception that names no job yet. */
	public FailedJobsException() {
	}

	/**
	 * Creates an exception that names no job yet.
	 * @param message says what has failed
	 */
	public FailedJobsException(String message) {
		super(message);
	}

	/**
	 * Names a job that has failed.
	 * @param index the position of the job in the list that the handler was given, 0 for
	 * the first
	 * @param cause why it failed
	 * @return this
	 * @throws IllegalArgumentException if there is no cause
	 */
	public FailedJobsException add(int index, Throwable cause) {
		return name(index, cause);
	}

	/**
	 * Names a job that has failed.
	 * @param id the id of the job
	 * @param cause why it failed
	 * @return this
	 * @throws IllegalArgumentException if there is no cause
	 */
	public FailedJobsException add(String id, Throwable cause) {
		return name(id, cause);
	}

	private FailedJobsException name(Object job, Throwable cause) {
		Assert.isTrue(cause != null && cause != this, "A job that has failed needs a cause, other than this exception");
		addSuppressed(cause);
		this.named.put(job, cause);
		return this;
	}

	/**
	 * {@return whether this exception names no job}
	 */
	public boolean isEmpty() {
		return this.named.isEmpty();
	}

	@Override
	public String getMessage() {
		String message = super.getMessage();
		int count = this.named.size();
		String failed = count + ((count == 1) ? " job of the batch has failed" : " jobs of the batch have failed");
		return (message != null) ? message + " (" + failed + ")" : failed;
	}

	/**
	 * {@return the failures by the positions of their jobs in a batch, or null if the
	 * exception names none, or jobs that are not in the batch}
	 * @param batch the leases of the jobs
	 */
	public @Nullable Map<Integer, Throwable> failures(List<Lease> batch) {
		Map<Integer, Throwable> failures = new HashMap<>();
		int found = 0;
		for (int i = 0; i < batch.size(); i++) {
			Throwable byIndex = this.named.get(i);
			Throwable byId = this.named.get(batch.get(i).id());
			found += ((byIndex != null) ? 1 : 0) + ((byId != null) ? 1 : 0);
			Throwable failure = (byIndex != null) ? byIndex : byId;
			if (failure != null) {
				failures.put(i, BrokenException.orSound(failure));
			}
		}
		return (found > 0 && found == this.named.size()) ? failures : null;
	}

}
