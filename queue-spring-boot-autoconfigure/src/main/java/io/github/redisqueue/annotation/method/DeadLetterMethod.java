package io.github.redisqueue.annotation.method;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.listener.BuriedJobHandler;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.support.GenericMessage;

/**
 * Calls a {@link DeadLetterHandler} method. Thread-safe.
 */
final class DeadLetterMethod implements BuriedJobHandler {

	private final ListenerMethod place;

	private final BeanMethod method;

	/** The name of the type that the method takes, if it has one. */
	private final @Nullable String type;

	DeadLetterMethod(ListenerMethod place, HandlerMethodArgumentResolverComposite arguments, JobTypes types) {
		this.place = place;
		this.method = new BeanMethod(place);
		this.method.setMessageMethodArgumentResolvers(arguments);
		this.type = place.nameOf(ListenerSignature.payloadType(parameters()), types);
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
		BeanMethod
			.unwrapped(() -> this.method.invoke(new GenericMessage<>(event.job().payload(), new JobHeaders(event))));
	}

	@Override
	public String toString() {
		return this.place.toString();
	}

}
