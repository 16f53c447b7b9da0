package io.github.redisqueue.listener.handle;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.BrokenException;
import io.github.redisqueue.listener.FailureDecisions;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.Heartbeats;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.observation.JobHandling;
import io.github.redisqueue.observation.QueueObservations;
import org.jspecify.annotations.Nullable;

/**
 * Calls the handler of a listener, and observes each call. Thread-safe.
 *
 * @param listener the id of the listener
 * @param handler its handler
 * @param observations observes the calls
 * @param heartbeats extends the leases of jobs whose handlers ask for that
 */
public record ObservedHandler(String listener, JobHandler handler, QueueObservations observations,
		Heartbeats heartbeats) {

	/**
	 * Calls the handler. Never throws what the handler throws, nor what those throw who
	 * observe it: they change nothing about the job.
	 */
	Call call(InFlightJob job, @Nullable Acknowledgement acknowledgement) {
		Lease lease = this.heartbeats.held(job);
		JobHandling handling = observe(job, lease);
		AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
		AtomicReference<@Nullable CompletableFuture<?>> work = new AtomicReference<>();
		handling.scoped(() -> {
			try {
				work.set(handle(lease, acknowledgement));
			}
			catch (Throwable ex) {
				Throwable failure = BrokenException.orSound(named(ex, lease));
				thrown.set(failure);
				handling.failed(failure);
			}
		});
		return new Call(handling, thrown.get(), work.get());
	}

	private @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
			throws Exception {
		if (!this.handler.takesBatches()) {
			return this.handler.handle(lease, acknowledgement);
		}
		this.handler.handle(List.of(lease));
		return null;
	}

	/** What is known to have failed of a batch of one job, else what was thrown. */
	private Throwable named(Throwable thrown, Lease lease) {
		return (this.handler.takesBatches() && thrown instanceof Exception)
				? FailureDecisions.named(thrown, List.of(lease)).getOrDefault(0, thrown) : thrown;
	}

	/**
	 * Calls the handler with several jobs, each of which is observed. The current
	 * observation is that of the batch, which belongs to none of their traces. Never
	 * throws, as {@link #call(InFlightJob, Acknowledgement)}.
	 */
	List<Call> call(List<InFlightJob> jobs) {
		List<Lease> leases = jobs.stream().map(this.heartbeats::held).toList();
		List<JobHandling> handlings = jobs.stream().map((job) -> observe(job, job.lease())).toList();
		Throwable thrown = this.observations.batch(handlings, () -> thrownBy(leases));
		return handlings.stream().map((handling) -> new Call(handling, thrown, null)).toList();
	}

	private JobHandling observe(InFlightJob job, Lease lease) {
		JobHandling handling = this.observations.handle(this.listener, lease);
		job.observe(handling);
		return handling;
	}

	private @Nullable Throwable thrownBy(List<Lease> leases) {
		try {
			this.handler.handle(leases);
			return null;
		}
		catch (Throwable ex) {
			return BrokenException.orSound(ex);
		}
	}

	/**
	 * A call that has ended. Its work may go on.
	 *
	 * @param handling the observation of the call, to be ended with an outcome
	 * @param thrown the exception of the handler, or null if it returned
	 * @param work the work that goes on after the call, if there is some
	 */
	record Call(JobHandling handling, @Nullable Throwable thrown, @Nullable CompletableFuture<?> work) {

		/**
		 * Tells how the work that goes on has ended.
		 * @param receiver takes the failure, as it may be examined, or null
		 */
		void whenWorkEnded(Consumer<@Nullable Throwable> receiver) {
			Objects.requireNonNull(this.work).whenComplete((result, failure) -> {
				boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
				Throwable thrown = wrapped ? failure.getCause() : failure;
				Throwable sound = (thrown != null) ? BrokenException.orSound(thrown) : null;
				if (sound != null) {
					this.handling.failed(sound);
				}
				receiver.accept(sound);
			});
		}

		/** Ends the observation with the decision of the listener. */
		void end(Outcome outcome) {
			this.handling.end(outcome.tag());
		}

	}

}
