package io.github.redisqueue.annotation;

import java.util.Map;
import java.util.UUID;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.MessageHeaders;

/**
 * The message headers of a job. Spring reserves the names {@code id} and
 * {@code timestamp} for values that it generates. This class does not generate them, so
 * that handlers can read headers of the job that have these names.
 */
@SuppressWarnings("serial")
final class JobHeaders extends MessageHeaders {

	JobHeaders(Lease lease) {
		super(null, ID_VALUE_NONE, -1L);
		Map<String, Object> headers = getRawHeaders();
		headers.putAll(lease.job().headers());
		headers.put(QueueHeaders.ID, lease.id());
		headers.put(QueueHeaders.NAME, lease.queue());
		headers.put(QueueHeaders.ATTEMPT, lease.attempt());
		headers.put(QueueHeaders.FAILURES, lease.failures());
		headers.put(QueueHeaders.CRASHES, lease.crashes());
		headers.put(QueueHeaders.TOKEN, lease.token());
		headers.put(QueueHeaders.LEASE, lease);
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
