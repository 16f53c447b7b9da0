package io.github.redisqueue.annotation;

import java.util.Arrays;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;

/**
 * The parameters of a method that takes batches.
 *
 * @param payload the parameter of the payloads, as an element of its list
 * @param areMessages whether the method takes messages
 * @param isLeases for each parameter, whether it takes the leases
 */
record BatchParameters(MethodParameter payload, boolean areMessages, List<Boolean> isLeases) {

	private static final String ALLOWED = "Declare one parameter of type List<T> with the type of the payloads, or"
			+ " List<Message<T>> to read headers, too; a further List<Lease> is allowed.";

	/**
	 * Reads the parameters.
	 * @param listener the method
	 * @param parameters its parameters
	 * @throws InvalidListenerException if the method does not take batches
	 */
	static BatchParameters of(ListenerMethod listener, MethodParameter[] parameters) {
		MethodParameter payload = null;
		boolean areMessages = false;
		for (MethodParameter parameter : parameters) {
			Class<?> element = element(parameter);
			if (element == null) {
				throw listener.invalid("takes batches, but its parameter " + (parameter.getParameterIndex() + 1)
						+ " is a " + parameter.getParameterType().getName() + ", not a List of payloads", ALLOWED);
			}
			if (element != Lease.class) {
				if (payload != null) {
					throw listener.invalid("takes batches, but has several lists of payloads", ALLOWED);
				}
				areMessages = Message.class.isAssignableFrom(element);
				payload = areMessages ? parameter.nested().nested() : parameter.nested();
			}
		}
		if (payload == null) {
			throw listener.invalid("takes batches, but has no list of payloads", ALLOWED);
		}
		return new BatchParameters(payload, areMessages,
				Arrays.stream(parameters).map((parameter) -> element(parameter) == Lease.class).toList());
	}

	/** Whether a method takes a list, so that it could take batches. */
	static boolean takesList(MethodParameter[] parameters) {
		return Arrays.stream(parameters).anyMatch((parameter) -> parameter.getParameterType() == List.class);
	}

	private static @Nullable Class<?> element(MethodParameter parameter) {
		return (parameter.getParameterType() == List.class) ? parameter.nested().getNestedParameterType() : null;
	}

	/**
	 * The arguments for a batch.
	 * @param elements the payloads or messages
	 * @param leases the leases
	 */
	Object[] arguments(List<Object> elements, List<Lease> leases) {
		return this.isLeases.stream().map((takesLeases) -> takesLeases ? leases : elements).toArray();
	}

}
