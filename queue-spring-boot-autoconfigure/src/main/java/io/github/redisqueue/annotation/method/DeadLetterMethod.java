package io.github.redisqueue.annotation.method;

import java.util.Arrays;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.util.function.ThrowingConsumer;

/**
 * Calls a {@link DeadLetterHandler} method.
 */
final class DeadLetterMethod extends BeanMethod implements ThrowingConsumer<JobBuriedEvent> {

	private static final Set<Class<?>> PARTS = Set.of(Cause.class, Job.class, JobBuriedEvent.class);

	/** The name of the type that the method takes, if it has one. */
	private final @Nullable String type;

	DeadLetterMethod(ListenerMethod place, HandlerMethodArgumentResolverComposite arguments, JobTypes types) {
		super(place, arguments);
		MethodParameter[] parameters = getMethodParameters();
		this.type = nameOf(ListenerSignature.payloadType(parameters), types);
		Class<?> result = place.method().getReturnType();
		place.refuseIf(result != void.class && !result.getName().equals("kotlin.Unit"),
				"returns a " + result.getName() + ", which would be discarded",
				"Declare the method void. It may wait for its work to end, since it has a thread of its own.");
		Arrays.stream(parameters).forEach((parameter) -> check(place, parameter));
		ListenerSignature.checkParameters(place, parameters,
				(parameter) -> ListenerSignature.isNoPayload(parameter) || PARTS.contains(parameter.getParameterType()),
				"MessageHeaders, Cause, Job and JobBuriedEvent");
	}

	private static void check(ListenerMethod place, MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		place.refuseIf(type == Lease.class || type == Acknowledgement.class,
				"has a parameter of type " + type.getSimpleName() + ", but no worker holds a buried job",
				"Take the Job, the Cause or the JobBuriedEvent instead.");
		place.refuseIf(ListenerSignature.isValidated(parameter),
				"wants to validate parameter " + (parameter.getParameterIndex() + 1)
						+ ", but a job may have been buried because it is not valid",
				"Remove the annotation. The Cause tells why the job was buried.");
	}

	@Override
	public void acceptWithException(JobBuriedEvent event) throws Exception {
		if (otherType(event.job(), this.type) == null) {
			invoke(new GenericMessage<>(event.job().payload(), new JobHeaders(event)));
		}
	}

}
