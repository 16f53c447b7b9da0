package io.github.redisqueue.annotation.method;

import java.time.Instant;
import java.time.format.DateTimeParseException;
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
		job.headers().forEach((name, value) -> {
			// What has such a name is not what it seems to be.
			if (!name.startsWith(QueueHeaders.PREFIX)) {
				set(name, value);
			}
		});
		set(QueueHeaders.ID, job.id());
		set(QueueHeaders.NAME, queue);
		set(QueueHeaders.GROUP, job.group());
		String schedule = job.headers().get(Schedule.ID_HEADER);
		Instant firing = (schedule != null) ? instant(job.headers().get(Schedule.FIRING_HEADER)) : null;
		set(QueueHeaders.SCHEDULE, (firing != null) ? schedule : null);
		set(QueueHeaders.FIRING, firing);
	}

	private void set(String name, @Nullable Object value) {
		if (value != null) {
			getRawHeaders().put(name, value);
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

	JobHeaders(JobBuriedEvent event) {
		this(event.queue(), event.job());
		set(QueueHeaders.BURIED, event);
	}

	JobHeaders(Lease lease, @Nullable Acknowledgement acknowledgement) {
		this(lease.queue(), lease.job());
		set(QueueHeaders.ATTEMPT, lease.attempt());
		set(QueueHeaders.FAILURES, lease.failures());
		set(QueueHeaders.CRASHES, lease.crashes());
		set(QueueHeaders.TOKEN, lease.token());
		set(QueueHeaders.LEASE, lease);
		set(QueueHeaders.ACKNOWLEDGEMENT, acknowledgement);
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
