package io.github.redisqueue.listener;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

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

	private final transient Map<Integer, Throwable> byIndex = new LinkedHashMap<>();

	private final transient Map<String, Throwable> byId = new LinkedHashMap<>();

	/**
	 * Creates an exception that names no job yet.
	 */
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
		this.byIndex.put(index, checked(cause));
		return this;
	}

	/**
	 * Names a job that has failed.
	 * @param id the id of the job
	 * @param cause why it failed
	 * @return this
	 * @throws IllegalArgumentException if there is no cause
	 */
	public FailedJobsException add(String id, Throwable cause) {
		this.byId.put(id, checked(cause));
		return this;
	}

	private Throwable checked(Throwable cause) {
		if (cause == null || cause == this) {
			throw new IllegalArgumentException("A job that has failed needs a cause, other than this exception");
		}
		addSuppressed(cause);
		return cause;
	}

	/**
	 * Whether no job has been named.
	 * @return whether this exception names no job
	 */
	public boolean isEmpty() {
		return this.byIndex.isEmpty() && this.byId.isEmpty();
	}

	@Override
	public String getMessage() {
		String message = super.getMessage();
		int count = this.byIndex.size() + this.byId.size();
		String failed = count + ((count == 1) ? " job of the batch has failed" : " jobs of the batch have failed");
		return (message != null) ? message + " (" + failed + ")" : failed;
	}

	/**
	 * The failures by the positions of their jobs in a batch.
	 * @param batch the leases of the jobs
	 * @return the failures, or null if the exception names none, or jobs that are not in
	 * the batch
	 */
	public @Nullable Map<Integer, Throwable> failures(List<Lease> batch) {
		Map<Integer, Throwable> failures = new HashMap<>();
		int named = 0;
		for (int i = 0; i < batch.size(); i++) {
			Throwable cause = this.byIndex.get(i);
			Throwable sameById = this.byId.get(batch.get(i).id());
			named += ((cause != null) ? 1 : 0) + ((sameById != null) ? 1 : 0);
			Throwable failure = (cause != null) ? cause : sameById;
			if (failure != null) {
				failures.put(i, BrokenException.orSound(failure));
			}
		}
		return (named > 0 && named == this.byIndex.size() + this.byId.size()) ? failures : null;
	}

}
