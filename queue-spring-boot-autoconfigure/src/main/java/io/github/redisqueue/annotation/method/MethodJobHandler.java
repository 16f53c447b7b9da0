package io.github.redisqueue.annotation.method;

import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.CoroutinesUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.support.GenericMessage;

/**
 * Calls a method of a bean for each job. If the type of its payload has a name, jobs of
 * other types are not for it.
 */
final class MethodJobHandler extends BeanMethod implements JobHandler {

	private final boolean suspends = KotlinDetector.isSuspendingFunction(getBridgedMethod());

	private final @Nullable Type payload = ListenerSignature.payloadType(getMethodParameters());

	/** The logical name of its payload, if it has one. */
	final @Nullable String type;

	MethodJobHandler(ListenerMethod place, HandlerMethodArgumentResolverComposite arguments, JobTypes types) {
		super(place, arguments);
		this.type = nameOf(this.payload, types);
	}

	@Override
	public void handle(Lease lease) throws Exception {
		handle(lease, null);
	}

	@Override
	public @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
			throws Exception {
		checkType(lease, this.type);
		Message<byte[]> message = new GenericMessage<>(lease.job().payload(), new JobHeaders(lease, acknowledgement));
		@Nullable Object[] arguments = readable(lease, () -> getMethodArgumentValues(message));
		return AsyncResults
			.future(this.suspends ? CoroutinesUtils.invokeSuspendingFunction(getBridgedMethod(), getBean(), arguments)
					: doInvoke(arguments));
	}

	@Override
	public boolean acknowledges() {
		return Arrays.stream(getMethodParameters())
			.anyMatch((parameter) -> parameter.getParameterType() == Acknowledgement.class);
	}

	@Override
	public Set<Type> payloadTypes() {
		return (this.payload != null) ? Set.of(this.payload) : Set.of();
	}

}
