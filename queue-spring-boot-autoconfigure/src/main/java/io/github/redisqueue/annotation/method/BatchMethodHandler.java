package io.github.redisqueue.annotation.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.listener.FailedJobsException;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.UnknownJobTypeException;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.support.GenericMessage;

/**
 * Calls a method of a bean with several jobs. Jobs that cannot be read fail without the
 * others.
 */
final class BatchMethodHandler extends BeanMethod implements JobHandler {

	private static final String ALLOWED = "Declare one parameter of type List<T> with the type of the payloads, or"
			+ " List<Message<T>> to read headers, too; a further List<Lease> is allowed.";

	private final HandlerMethodArgumentResolverComposite arguments;

	/** The parameter of the payloads, as an element of its list. */
	final Element payload;

	private final @Nullable String type;

	/**
	 * Creates a handler, or refuses a method that does not take batches.
	 * @param arguments resolve the elements of its lists
	 */
	BatchMethodHandler(ListenerMethod place, HandlerMethodArgumentResolverComposite arguments, JobTypes types) {
		super(place, arguments);
		this.arguments = arguments;
		this.payload = payload(place, getMethodParameters());
		this.type = nameOf(this.payload.typeClass, types);
	}

	private static Element payload(ListenerMethod place, MethodParameter[] parameters) {
		List<Element> payloads = new ArrayList<>();
		for (MethodParameter parameter : parameters) {
			ResolvableType element = ResolvableType.forMethodParameter(parameter).getGeneric();
			place.refuseIf(parameter.getParameterType() != List.class || element == ResolvableType.NONE,
					"takes batches, but its parameter " + (parameter.getParameterIndex() + 1) + " is a "
							+ parameter.getParameterType().getName() + ", not a List of payloads",
					ALLOWED);
			if (element.toClass() != Lease.class) {
				payloads.add(new Element(parameter, element));
			}
		}
		place.refuseIf(payloads.size() != 1,
				"takes batches, but has " + (payloads.isEmpty() ? "no list" : "several lists") + " of payloads",
				ALLOWED);
		return payloads.get(0);
	}

	/** Whether a method takes a list, so that it could take batches. */
	static boolean takesList(MethodParameter[] parameters) {
		return Arrays.stream(parameters).anyMatch((parameter) -> parameter.getParameterType() == List.class);
	}

	@Override
	public boolean takesBatches() {
		return true;
	}

	@Override
	public void handle(Lease lease) throws Exception {
		handle(List.of(lease));
	}

	@Override
	public void handle(List<Lease> leases) throws Exception {
		FailedJobsException failed = new FailedJobsException();
		List<Integer> positions = new ArrayList<>();
		List<Object> elements = new ArrayList<>();
		for (int i = 0; i < leases.size(); i++) {
			try {
				elements.add(element(leases.get(i)));
				positions.add(i);
			}
			catch (UnreadableJobException | UnknownJobTypeException ex) {
				failed.add(i, ex);
			}
		}
		List<Lease> readable = positions.stream().map(leases::get).toList();
		if (!readable.isEmpty()) {
			try {
				call(elements, readable);
			}
			catch (FailedJobsException ex) {
				Map<Integer, Throwable> failures = ex.failures(readable);
				if (failures == null) {
					throw ex;
				}
				failures.forEach((position, cause) -> failed.add(positions.get(position), cause));
			}
		}
		if (!failed.isEmpty()) {
			throw failed;
		}
	}

	private void call(List<Object> elements, List<Lease> leases) throws Exception {
		MethodParameter[] parameters = getMethodParameters();
		Object[] lists = new Object[parameters.length];
		Arrays.setAll(lists, (i) -> (i == this.payload.getParameterIndex()) ? elements : leases);
		doInvoke(lists);
	}

	private Object element(Lease lease) throws Exception {
		checkType(lease, this.type);
		Message<byte[]> message = new GenericMessage<>(lease.job().payload(), new JobHeaders(lease, null));
		Object read = readable(lease, () -> this.arguments.resolveArgument(this.payload, message));
		if (read == null) {
			throw new UnreadableJobException(lease, "has no payload for " + this, null);
		}
		return this.payload.isMessage ? new GenericMessage<>(read, message.getHeaders()) : read;
	}

	@Override
	public Set<Type> payloadTypes() {
		return Set.of(this.payload.type);
	}

	/** An element of a list, whose type is known without the class of the bean. */
	static final class Element extends MethodParameter {

		private final MethodParameter list;

		private final boolean isMessage;

		private final Type type;

		private final Class<?> typeClass;

		Element(MethodParameter list, ResolvableType element) {
			super(list.nested());
			this.list = list;
			this.isMessage = Message.class.isAssignableFrom(element.toClass());
			ResolvableType payload = this.isMessage ? element.as(Message.class).getGeneric() : element;
			this.type = ListenerSignature.resolved(payload, list);
			this.typeClass = payload.toClass();
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
