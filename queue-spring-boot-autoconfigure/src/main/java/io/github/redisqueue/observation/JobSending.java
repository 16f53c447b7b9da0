package io.github.redisqueue.observation;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.Job;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The observation of a call that adds jobs, which has started. Never throws what those
 * throw who observe. Thread-safe.
 */
public final class JobSending extends GuardedObservation {

	private final List<Job> jobs;

	/** Observes nothing. */
	JobSending(List<Job> jobs) {
		super(ObservationRegistry.NOOP, () -> Observation.NOOP);
		this.jobs = jobs;
	}

	JobSending(JobSendContext context, ObservationRegistry registry, Supplier<Observation> start) {
		super(registry, start);
		this.jobs = guarded(context.jobs(), context::carryingJobs);
	}

	/**
	 * {@return the jobs to add, in the same order, with the headers of a tracer if there
	 * is one}
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
		Runnable close = open();
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
			failed((failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
					: failure);
		}
		stop();
	}

}
