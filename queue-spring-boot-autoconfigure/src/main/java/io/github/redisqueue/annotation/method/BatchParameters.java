package io.github.redisqueue.annotation.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
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
		Element payload = null;
		boolean areMessages = false;
		for (MethodParameter parameter : parameters) {
			ResolvableType element = element(parameter);
			if (element == ResolvableType.NONE) {
				throw listener.invalid("takes batches, but its parameter " + (parameter.getParameterIndex() + 1)
						+ " is a " + parameter.getParameterType().getName() + ", not a List of payloads", ALLOWED);
			}
			if (element.toClass() != Lease.class) {
				if (payload != null) {
					throw listener.invalid("takes batches, but has several lists of payloads", ALLOWED);
				}
				areMessages = Message.class.isAssignableFrom(element.toClass());
				payload = new Element(parameter, areMessages ? element.as(Message.class).getGeneric() : element);
			}
		}
		if (payload == null) {
			throw listener.invalid("takes batches, but has no list of payloads", ALLOWED);
		}
		return new BatchParameters(payload, areMessages,
				Arrays.stream(parameters).map((parameter) -> element(parameter).toClass() == Lease.class).toList());
	}

	/** Whether a method takes a list, so that it could take batches. */
	static boolean takesList(MethodParameter[] parameters) {
		return Arrays.stream(parameters).anyMatch((parameter) -> parameter.getParameterType() == List.class);
	}

	private static ResolvableType element(MethodParameter parameter) {
		return (parameter.getParameterType() == List.class) ? ResolvableType.forMethodParameter(parameter).getGeneric()
				: ResolvableType.NONE;
	}

	/**
	 * The arguments for a batch.
	 * @param elements the payloads or messages
	 * @param leases the leases
	 */
	Object[] arguments(List<Object> elements, List<Lease> leases) {
		return this.isLeases.stream().map((takesLeases) -> takesLeases ? leases : elements).toArray();
	}

	/** An element of a list, whose type is known without the class of the bean. */
	private static final class Element extends MethodParameter {

		private final MethodParameter list;

		private final Type type;

		private final Class<?> typeClass;

		Element(MethodParameter list, ResolvableType type) {
			super(list.nested());
			this.list = list;
			this.type = BeanMethod.resolved(type, list);
			this.typeClass = type.toClass();
		}

		@Override
		public Class<?> getNestedParameterType() {
			return this.typeClass;
		}

		@Override
		public Type getNestedGenericParameterType() {
			return this.type;
		}

		@Override
		public Annotation[] getParameterAnnotations() {
			return this.list.getParameterAnnotations();
		}

	}

}
