package io.github.redisqueue.annotation;

import java.lang.reflect.Type;
import java.lang.reflect.UndeclaredThrowableException;

import io.github.redisqueue.listener.BuriedJobHandler;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.type.JobTypes;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.support.GenericMessage;

/**
 * Calls a {@link DeadLetterHandler} method. Thread-safe.
 */
final class DeadLetterMethod implements BuriedJobHandler {

	private final ListenerMethod place;

	private final BeanMethod method;

	private final @Nullable String type;

	DeadLetterMethod(ListenerMethod place, HandlerMethodArgumentResolverComposite arguments, JobTypes types) {
		this.place = place;
		this.method = new BeanMethod(place);
		this.method.setMessageMethodArgumentResolvers(arguments);
		this.type = type(types);
	}

	/** The name of the type that the method takes, if it has one. */
	private @Nullable String type(JobTypes types) {
		Type payload = ListenerSignature.payloadType(parameters());
		Class<?> raw = (payload != null) ? ResolvableType.forType(payload).resolve() : null;
		try {
			return (raw != null) ? types.nameOf(raw) : null;
		}
		catch (IllegalArgumentException ex) {
			throw this.place.invalid("takes a payload with an invalid name: " + ex.getMessage(),
					"Change the name in @JobType.");
		}
	}

	MethodParameter[] parameters() {
		return this.method.getMethodParameters();
	}

	/** Whether the job has the type that the method takes, as far as both have names. */
	private boolean isOfItsType(JobBuriedEvent event) {
		String sent = event.job().headers().get(JobTypes.HEADER);
		return this.type == null || sent == null || sent.equals(this.type);
	}

	@Override
	public void handle(JobBuriedEvent event) throws Exception {
		if (!isOfItsType(event)) {
			return;
		}
		try {
			this.method.invoke(new GenericMessage<>(event.job().payload(), new JobHeaders(event)));
		}
		catch (UndeclaredThrowableException ex) {
			// A proxy wraps checked exceptions that its interface does not declare.
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

	@Override
	public String toString() {
		return this.place.toString();
	}

}
