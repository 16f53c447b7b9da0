package io.github.redisqueue.annotation.method;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.UUID;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobBuriedEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.MessageHeaders;

/**
 * The message headers of a job. Spring reserves the names {@code id} and
 * {@code timestamp} for values that it generates. This class does not generate them, so
 * that handlers can read headers of the job that have these names.
 */
@SuppressWarnings("serial")
final class JobHeaders extends MessageHeaders {

	private JobHeaders(String queue, Job job) {
		super(null, ID_VALUE_NONE, -1L);
		Map<String, Object> headers = getRawHeaders();
		headers.putAll(job.headers());
		headers.put(QueueHeaders.ID, job.id());
		headers.put(QueueHeaders.NAME, queue);
		// A header of the job with this name is no group.
		headers.remove(QueueHeaders.GROUP);
		if (job.group() != null) {
			headers.put(QueueHeaders.GROUP, job.group());
		}
		headers.remove(QueueHeaders.SCHEDULE);
		headers.remove(QueueHeaders.FIRING);
		String schedule = job.headers().get(Schedule.ID_HEADER);
		Instant firing = instant(job.headers().get(Schedule.FIRING_HEADER));
		if (schedule != null && firing != null) {
			headers.put(QueueHeaders.SCHEDULE, schedule);
			headers.put(QueueHeaders.FIRING, firing);
		}
	}

	/** Others may have set the header. */
	private static @Nullable Instant instant(@Nullable String text) {
		try {
			return (text != null) ? Instant.parse(text) : null;
		}
		catch (DateTimeParseException ex) {
			return null;
		}
	}

	/** The headers for the handler of a buried job. */
	JobHeaders(JobBuriedEvent event) {
		this(event.queue(), event.job());
		getRawHeaders().put(QueueHeaders.BURIED, event);
	}

	JobHeaders(Lease lease, @Nullable Acknowledgement acknowledgement) {
		this(lease.queue(), lease.job());
		Map<String, Object> headers = getRawHeaders();
		headers.put(QueueHeaders.ATTEMPT, lease.attempt());
		headers.put(QueueHeaders.FAILURES, lease.failures());
		headers.put(QueueHeaders.CRASHES, lease.crashes());
		headers.put(QueueHeaders.TOKEN, lease.token());
		headers.put(QueueHeaders.LEASE, lease);
		if (acknowledgement != null) {
			headers.put(QueueHeaders.ACKNOWLEDGEMENT, acknowledgement);
		}
	}

	@Override
	public @Nullable UUID getId() {
		return null;
	}

	@Override
	public @Nullable Long getTimestamp() {
		return null;
	}

}
