package io.github.redisqueue.observation;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.observation.QueueObservation.HighKey;
import io.github.redisqueue.observation.QueueObservation.LowKey;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observes how jobs are sent and handled. Whatever those do who observe changes nothing
 * about the jobs. With a registry that nobody listens to, nothing is observed, and jobs
 * get no headers. Thread-safe.
 *
 * @param registry the registry of the observations
 * @param sending describes the observations of sending, or null for the default
 * @param handling describes the observations of handling, or null for the default
 */
public record QueueObservations(ObservationRegistry registry, @Nullable JobSendObservationConvention sending,
		@Nullable JobHandleObservationConvention handling) {

	/** Observes nothing. */
	public static final QueueObservations NONE = new QueueObservations(ObservationRegistry.NOOP, null, null);

	private static final JobSendObservationConvention SEND = new DefaultJobSendObservationConvention();

	private static final JobHandleObservationConvention HANDLE = new DefaultJobHandleObservationConvention();

	/**
	 * Starts to observe that jobs are added to a queue. If a tracer observes, too, the
	 * jobs carry its context in their headers.
	 * @param queue the name of the queue
	 * @param jobs the jobs, at least one
	 * @return the observation, to be ended
	 */
	public JobSending send(String queue, List<Job> jobs) {
		if (this.registry.isNoop()) {
			return new JobSending(jobs);
		}
		JobSendContext context = new JobSendContext(queue, jobs);
		return new JobSending(context, this.registry,
				() -> Observation.start(this.sending, SEND, () -> context, this.registry));
	}

	/**
	 * Starts to observe the call of a handler. If the job carries the context of a
	 * tracer, the handling belongs to that trace.
	 * @param listener the id of the listener
	 * @param lease the lease of the job
	 * @return the observation, to be ended
	 */
	public JobHandling handle(String listener, Lease lease) {
		if (this.registry.isNoop()) {
			return JobHandling.NONE;
		}
		JobHandleContext context = new JobHandleContext(listener, lease);
		return new JobHandling(context, this.registry,
				() -> Observation.start(this.handling, HANDLE, () -> context, this.registry));
	}

	/**
	 * Observes the call of a handler with several jobs, each of which is observed, too.
	 * @param jobs the observations of the jobs, at least one
	 * @param call calls the handler, and returns what it has thrown, or null
	 * @return what the handler has thrown, or null
	 */
	public @Nullable Throwable batch(List<JobHandling> jobs, Supplier<@Nullable Throwable> call) {
		if (this.registry.isNoop()) {
			return call.get();
		}
		List<JobHandleContext> contexts = jobs.stream().map((job) -> job.context).filter(Objects::nonNull).toList();
		GuardedObservation observation = new GuardedObservation(this.registry, () -> batch(contexts).start());
		AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
		observation.scoped(() -> thrown.set(call.get()));
		Throwable failure = thrown.get();
		if (failure != null) {
			observation.failed(failure);
		}
		observation.stop();
		return failure;
	}

	private Observation batch(List<JobHandleContext> jobs) {
		String queue = jobs.get(0).lease().queue();
		return QueueObservation.BATCH.observation(this.registry, () -> new BatchContext(jobs))
			.contextualName("handle batch " + queue)
			.lowCardinalityKeyValues(
					KeyValues.of(LowKey.QUEUE.withValue(queue), LowKey.LISTENER.withValue(jobs.get(0).listener()),
							LowKey.SYSTEM.withValue("redis_queue"), LowKey.DESTINATION.withValue(queue),
							LowKey.OPERATION_NAME.withValue("handle"), LowKey.OPERATION_TYPE.withValue("process")))
			.highCardinalityKeyValue(HighKey.BATCH_SIZE.withValue(Integer.toString(jobs.size())));
	}

	/** What is known when a handler is called with several jobs. */
	static final class BatchContext extends Observation.Context {

		final List<JobHandleContext> jobs;

		BatchContext(List<JobHandleContext> jobs) {
			this.jobs = jobs;
		}

	}

}
