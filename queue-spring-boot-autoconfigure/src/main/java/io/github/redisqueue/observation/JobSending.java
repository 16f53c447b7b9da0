package io.github.redisqueue.observation;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * The observation of a call that adds jobs, which has started. Never throws what those
 * throw who observe. Thread-safe.
 */
public final class JobSending {

	private final GuardedObservation observation;

	private final List<Job> jobs;

	JobSending(GuardedObservation observation, List<Job> jobs) {
		this.observation = observation;
		this.jobs = jobs;
	}

	/**
	 * The jobs to add.
	 * @return the jobs, with the headers of a tracer if there is one, in the same order
	 */
	public List<Job> jobs() {
		return this.jobs;
	}

	/**
	 * Makes the call on the current thread, and ends the observation.
	 * @param <T> the type of the result
	 * @param call adds the {@linkplain #jobs() jobs}
	 * @return the result of the call
	 */
	public <T> T run(Function<List<Job>, T> call) {
		Throwable failure = null;
		Runnable close = this.observation.open();
		try {
			return call.apply(this.jobs);
		}
		catch (Throwable ex) {
			failure = ex;
			throw ex;
		}
		finally {
			close.run();
			end(null, failure);
		}
	}

	/**
	 * Ends the observation of a call that was made elsewhere.
	 * @param result the result of the call, if it has one
	 * @param failure its failure, or null
	 */
	public void end(@Nullable Object result, @Nullable Throwable failure) {
		if (failure != null) {
			this.observation.error((failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure);
		}
		this.observation.stop();
	}

}
