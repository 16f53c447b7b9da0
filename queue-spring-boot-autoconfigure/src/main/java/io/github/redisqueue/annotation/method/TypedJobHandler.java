package io.github.redisqueue.annotation.method;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.UnknownJobTypeException;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the method that handles a job by the logical name of the type of its payload.
 * Without one for untyped jobs, these are unreadable. Thread-safe.
 */
record TypedJobHandler(ListenerPlace place, Collection<MethodJobHandler> methods, Map<String, MethodJobHandler> byType,
		@Nullable MethodJobHandler untyped) implements JobHandler {

	@Override
	public void handle(Lease lease) throws Exception {
		handle(lease, null);
	}

	@Override
	public @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
			throws Exception {
		return choose(lease).handle(lease, acknowledgement);
	}

	private MethodJobHandler choose(Lease lease) {
		String type = lease.job().headers().get(JobTypes.HEADER);
		MethodJobHandler method = (type != null) ? this.byType.get(type) : this.untyped;
		if (method != null) {
			return method;
		}
		throw (type != null) ? new UnknownJobTypeException(lease, type, this.place.toString())
				: new UnreadableJobException(lease,
						"has no type (header '" + JobTypes.HEADER + "'), and " + this.place + " has no default method",
						null);
	}

	@Override
	public boolean acknowledges() {
		return this.methods.stream().allMatch(MethodJobHandler::acknowledges);
	}

	@Override
	public Set<Type> payloadTypes() {
		Set<Type> types = new LinkedHashSet<>();
		this.methods.forEach((method) -> types.addAll(method.payloadTypes()));
		return types;
	}

	@Override
	public String toString() {
		return this.place.toString();
	}

}
