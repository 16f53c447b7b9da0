package io.github.redisqueue.annotation.method;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.JobBuriedEvent;

import org.springframework.core.MethodParameter;

/**
 * Checks the signatures of {@link DeadLetterHandler} methods when the application starts.
 */
final class DeadLetterSignature {

	private static final Set<Class<?>> PARTS = Set.of(Cause.class, Job.class, JobBuriedEvent.class);

	private DeadLetterSignature() {
	}

	/**
	 * Checks a signature.
	 * @param handler the method
	 * @param parameters its parameters, with the annotations of interfaces merged in
	 * @throws InvalidListenerException if the signature is not supported
	 */
	static void check(ListenerMethod handler, MethodParameter[] parameters) {
		Method method = handler.method();
		if (method.getReturnType() != void.class && !method.getReturnType().getName().equals("kotlin.Unit")) {
			throw handler.invalid("returns a " + method.getReturnType().getName() + ", which would be discarded",
					"Declare the method void. It may wait for its work to end, since it has a thread of its own.");
		}
		Arrays.stream(parameters).forEach((parameter) -> checkParameter(handler, parameter));
		ListenerSignature.checkParameters(handler, parameters, DeadLetterSignature::isNoPayload,
				"MessageHeaders, Cause, Job and JobBuriedEvent");
	}

	private static void checkParameter(ListenerMethod handler, MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		if (type == Lease.class || type == Acknowledgement.class) {
			throw handler.invalid(
					"has a parameter of type " + type.getSimpleName() + ", but no worker holds a buried job",
					"Take the Job, the Cause or the JobBuriedEvent instead.");
		}
		if (ListenerSignature.isValidated(parameter)) {
			throw handler.invalid(
					"wants to validate parameter " + (parameter.getParameterIndex() + 1)
							+ ", but a job may have been buried because it is not valid",
					"Remove the annotation. The Cause tells why the job was buried.");
		}
	}

	private static boolean isNoPayload(MethodParameter parameter) {
		return ListenerSignature.isNoPayload(parameter) || PARTS.contains(parameter.getParameterType());
	}

}
