package io.github.redisqueue.template;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.observation.ReadyTime;
import io.github.redisqueue.observation.JobSending;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.template.SendResult.Status;
import io.github.redisqueue.thread.DaemonThreads;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.Assert;

/**
 * Converts payloads, and adds the jobs to the queues. Threads that complete the results
 * of {@link #sendAsync(String, Object)}, two at most, start when they are needed and end
 * after ten seconds without work. Thread-safe.
 */
public final class QueueTemplate implements QueueOperations, SmartLifecycle, AutoCloseable {

	private final WorkQueues queues;

	private final PayloadWriter payloads;

	private final QueueObservations observations;

	private final boolean afterCommit;

	private final BiConsumer<String, Job> check;

	/** A single object, by which {@link PendingJobs} knows its own. */
	private final BiFunction<String, List<OutgoingJob>, Runnable> committed = this::startObserved;

	private final AsyncAdds asyncAdds;

	/**
	 * Creates a template.
	 * @param queues the queues of the application
	 * @param converter converts payloads to {@code byte[]} or {@code String}
	 * @param types the logical names of payload types, which jobs carry
	 * @param observations observes the sending
	 * @param afterCommit whether to send jobs after the commit of the current
	 * transaction, unless {@link SendRequest#withAfterCommit(boolean)} says otherwise
	 * @param check throws an {@link IllegalArgumentException} if the queue with that name
	 * would refuse a job, before that job is sent after a commit
	 */
	public QueueTemplate(WorkQueues queues, MessageConverter converter, JobTypes types, QueueObservations observations,
			boolean afterCommit, BiConsumer<String, Job> check) {
		this.check = check;
		this.queues = queues;
		this.payloads = new PayloadWriter(converter, types);
		this.observations = observations;
		this.afterCommit = afterCommit;
		this.asyncAdds = new AsyncAdds(
				(queue, job) -> queues.forWorker(queue).async().add(List.of(job.job()), job.mode(), true),
				Duration.ofSeconds(10), new DaemonThreads("queue-background-sent-", 2));
	}

	@Override
	public SendResult send(String queue, Object payload) {
		return sendRequests(queue, List.of(request(payload, "The payload of a job"))).get(0);
	}

	@Override
	public List<SendResult> sendAll(String queue, Collection<?> payloads) {
		return sendRequests(queue, requests(payloads));
	}

	private static List<SendRequest> requests(Collection<?> payloads) {
		Assert.notNull(payloads, "The payloads must not be null. To send nothing, pass an empty collection");
		List<SendRequest> requests = new ArrayList<>(payloads.size());
		payloads.forEach((payload) -> requests.add(request(payload, "The payload at index " + requests.size())));
		return requests;
	}

	@Override
	public List<SendResult> sendAll(String queue, Collection<?> payloads, Durability durability) {
		checkQueue(queue);
		Assert.notNull(durability, "The durability must not be null. To wait for no confirmation, leave it out");
		List<OutgoingJob> jobs = requests(payloads).stream().map(this::toJob).toList();
		Assert.isTrue(jobs.stream().noneMatch(OutgoingJob::pending),
				"A job that is sent after the commit of a transaction cannot be confirmed now. Send it with"
						+ " withAfterCommit(false), or outside of the transaction");
		Assert.isTrue(OutgoingJob.runs(jobs).size() <= 1,
				"Jobs that replace others, and those that do not, must be sent with calls of their own if they are to be"
						+ " confirmed, and each id once");
		return addObserved(queue, jobs, durability);
	}

	@Override
	public CompletableFuture<SendResult> sendAsync(String queue, Object payload) {
		SendRequest request = request(payload, "The payload of a job");
		checkQueue(queue);
		OutgoingJob job = toJob(request);
		if (job.pending()) {
			this.check.accept(queue, job.job());
			PendingJobs.add(this.committed, queue, List.of(job));
			return CompletableFuture.completedFuture(job.result(Status.PENDING));
		}
		JobSending sending = this.observations.send(queue, List.of(job.job()));
		try {
			return this.asyncAdds.add(queue, job.as(sending.jobs().get(0))).whenComplete(sending::end);
		}
		catch (RuntimeException ex) {
			sending.end(null, ex);
			throw ex;
		}
	}

	@Override
	public boolean cancel(String queue, String id) {
		return job(queue, id).cancel(id);
	}

	private WorkQueue job(String queue, String id) {
		checkQueue(queue);
		Assert.notNull(id, "The id of a job must not be null. Pass the id that SendResult.id() returned");
		return this.queues.get(queue);
	}

	@Override
	public boolean reschedule(String queue, String id, Duration delay) {
		Assert.notNull(delay, "The delay must not be null. To make the job ready now, pass Duration.ZERO");
		return job(queue, id).reschedule(id, delay);
	}

	@Override
	public boolean reschedule(String queue, String id, Instant readyAt) {
		Assert.notNull(readyAt, "The ready time must not be null. To make the job ready now, pass Instant.now()");
		return job(queue, id).reschedule(id, readyAt);
	}

	/** Does nothing: a template that has been stopped can still send. */
	@Override
	public void start() {
	}

	/**
	 * Waits until the jobs of {@link #sendAsync(String, Object)} have been sent, for ten
	 * seconds at most.
	 */
	@Override
	public void stop() {
		this.asyncAdds.await();
	}

	/** Whether jobs are being sent, which {@link #stop()} would wait for. */
	@Override
	public boolean isRunning() {
		return !this.asyncAdds.isIdle();
	}

	/** Stops before the connections do. */
	@Override
	public int getPhase() {
		return 1;
	}

	/**
	 * Jobs that are left fail when the connections are closed, and those that come later
	 * at once.
	 */
	@Override
	public void close() {
		this.asyncAdds.close();
	}

	private void checkQueue(String queue) {
		Assert.notNull(queue, "The name of a queue must not be null. Pass the name that its listener has");
		this.queues.get(queue);
	}

	private static SendRequest request(@Nullable Object payload, String what) {
		return (payload instanceof SendRequest prepared) ? prepared : SendRequest.of(payload, what);
	}

	/**
	 * Converts all payloads, and checks what is sent later, before it sends a job: so the
	 * caller gets the errors, and the job does not change with its payload.
	 */
	private List<SendResult> sendRequests(String queue, List<SendRequest> requests) {
		checkQueue(queue);
		List<OutgoingJob> jobs = new ArrayList<>(requests.size());
		boolean somePending = false;
		for (SendRequest request : requests) {
			OutgoingJob job = toJob(request);
			jobs.add(job);
			somePending |= job.pending();
		}
		if (!somePending) {
			return addObserved(queue, jobs, null);
		}
		List<OutgoingJob> atOnce = jobs.stream().filter((job) -> !job.pending()).toList();
		List<OutgoingJob> pending = jobs.stream().filter(OutgoingJob::pending).toList();
		pending.forEach((job) -> this.check.accept(queue, job.job()));
		Iterator<SendResult> results = addObserved(queue, atOnce, null).iterator();
		PendingJobs.add(this.committed, queue, pending);
		return jobs.stream().map((job) -> job.pending() ? job.result(Status.PENDING) : results.next()).toList();
	}

	private List<SendResult> addObserved(String queue, List<OutgoingJob> jobs, @Nullable Durability durability) {
		if (jobs.isEmpty()) {
			return List.of();
		}
		return this.observations.send(queue, OutgoingJob.jobs(jobs))
			.run((observed) -> add(queue, OutgoingJob.as(jobs, observed), durability));
	}

	/** With one call for each run, one after the other, so the jobs keep their order. */
	private List<SendResult> add(String queue, List<OutgoingJob> jobs, @Nullable Durability durability) {
		WorkQueue target = this.queues.get(queue);
		List<SendResult> results = new ArrayList<>(jobs.size());
		for (List<OutgoingJob> run : OutgoingJob.runs(jobs)) {
			List<Job> sent = OutgoingJob.jobs(run);
			AddMode mode = OutgoingJob.mode(run);
			results.addAll(OutgoingJob.results(run,
					(durability != null) ? target.add(sent, mode, durability) : target.add(sent, mode)));
		}
		return Collections.unmodifiableList(results);
	}

	/** The same, but does not wait: after a commit. */
	private CompletableFuture<List<SendResult>> start(String queue, List<OutgoingJob> jobs) {
		AsyncWorkerQueue target = this.queues.forWorker(queue).async();
		CompletableFuture<List<SendResult>> results = CompletableFuture.completedFuture(new ArrayList<>(jobs.size()));
		for (List<OutgoingJob> run : OutgoingJob.runs(jobs)) {
			List<Job> sent = OutgoingJob.jobs(run);
			results = results
				.thenCompose((before) -> target.add(sent, OutgoingJob.mode(run), false).thenApply((added) -> {
					before.addAll(OutgoingJob.results(run, added));
					return before;
				}));
		}
		return results;
	}

	/**
	 * A client that is not asynchronous would wait on threads that commits share: one
	 * that hangs would hold up others.
	 */
	private Runnable startObserved(String queue, List<OutgoingJob> jobs) {
		if (!this.queues.forWorker(queue).async().keepsOrder()) {
			return () -> addUninterrupted(queue, jobs);
		}
		JobSending sending = this.observations.send(queue, OutgoingJob.jobs(jobs));
		try {
			CompletableFuture<List<SendResult>> results = start(queue, OutgoingJob.as(jobs, sending.jobs()));
			return () -> sending.run((sent) -> results.join());
		}
		catch (Throwable ex) {
			sending.end(null, ex);
			throw ex;
		}
	}

	/** A thread that is interrupted, as at the shutdown, would wait for no reply. */
	private void addUninterrupted(String queue, List<OutgoingJob> jobs) {
		boolean interrupted = Thread.interrupted();
		try {
			addObserved(queue, jobs, null);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * The only place where a request becomes a job. A request without an id gets a new
	 * one here, so that it can be sent several times.
	 */
	private OutgoingJob toJob(SendRequest request) {
		byte[] payload = this.payloads.toBytes(request.payload);
		Job options = request.options;
		Instant readyAt = ReadyTime.ahead(options.delay(), options.readyAt());
		Job job = Job.of((request.id != null) ? request.id : newId(readyAt), payload);
		Map<String, String> headers = headers(request, readyAt);
		if (!headers.isEmpty()) {
			job = job.withHeaders(headers);
		}
		if (options.group() != null) {
			job = job.withGroup(options.group());
		}
		if (options.delay() != null) {
			job = job.withDelay(options.delay());
		}
		if (options.readyAt() != null) {
			job = job.withReadyAt(options.readyAt());
		}
		boolean afterCommit = (request.afterCommit != null) ? request.afterCommit : this.afterCommit;
		return new OutgoingJob(job, mode(request), afterCommit && PendingJobs.isInTransaction());
	}

	private static String newId(@Nullable Instant readyAt) {
		return (readyAt != null) ? TimeOrderedId.next(readyAt) : TimeOrderedId.next();
	}

	private static AddMode mode(SendRequest request) {
		if (request.id == null) {
			Assert.isTrue(!request.replacing, "A request that replaces a job needs the id of that job. Call withId");
			return AddMode.UNCHECKED;
		}
		return request.replacing ? AddMode.REPLACE : AddMode.IF_ABSENT;
	}

	/**
	 * Adds the name of the payload's type if it has one, and the times of sending and of
	 * readiness unless the id is generated, which contains the latter. A header of the
	 * request precedes.
	 */
	private Map<String, String> headers(SendRequest request, @Nullable Instant readyAt) {
		Job options = request.options;
		String type = this.payloads.typeOf(request.payload);
		boolean timeless = request.id != null;
		if (type == null && !timeless) {
			return options.headers();
		}
		Map<String, String> headers = new HashMap<>();
		if (type != null) {
			headers.put(JobTypes.HEADER, type);
		}
		if (timeless) {
			headers.put(Job.ENQUEUED, Long.toString(System.currentTimeMillis()));
			if (readyAt != null) {
				headers.put(Job.READY_AT, Long.toString(readyAt.toEpochMilli()));
			}
		}
		headers.putAll(options.headers());
		return headers;
	}

}
