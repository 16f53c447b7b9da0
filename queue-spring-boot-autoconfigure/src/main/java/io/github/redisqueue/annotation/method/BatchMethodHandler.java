package io.github.redisqueue.annotation.method;

import java.lang.reflect.Type;
import java.util.ArrayList;
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
import org.springframework.core.convert.ConversionException;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandlingException;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;
import org.springframework.messaging.support.GenericMessage;

/**
 * Calls a method of a bean with several jobs. Jobs that cannot be read fail without the
 * others. Thread-safe.
 */
final class BatchMethodHandler implements JobHandler {

	private final ListenerMethod listener;

	private final HandlerMethodArgumentResolverComposite arguments;

	private final HandlerMethod method;

	private final BatchParameters parameters;

	private final @Nullable String type;

	/**
	 * Creates a handler.
	 * @param listener the method
	 * @param arguments resolve the elements of its lists
	 * @param types the logical names of payload types
	 */
	BatchMethodHandler(ListenerMethod listener, HandlerMethodArgumentResolverComposite arguments, JobTypes types) {
		this.listener = listener;
		this.arguments = arguments;
		this.method = new HandlerMethod(listener);
		this.parameters = BatchParameters.of(listener, this.method.getMethodParameters());
		this.type = listener.nameOf(this.parameters.payload().getNestedParameterType(), types);
	}

	/** The parameter of the payloads, as an element of its list. */
	MethodParameter payload() {
		return this.parameters.payload();
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
				this.method.call(this.parameters.arguments(elements, readable));
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

	private Object element(Lease lease) throws Exception {
		String sent = lease.job().headers().get(JobTypes.HEADER);
		if (this.type != null && sent != null && !sent.equals(this.type)) {
			throw new UnknownJobTypeException(lease, sent, this.listener.toString());
		}
		Message<byte[]> message = new GenericMessage<>(lease.job().payload(), new JobHeaders(lease, null));
		Object payload = payload(lease, message);
		return this.parameters.areMessages() ? new GenericMessage<>(payload, message.getHeaders()) : payload;
	}

	private Object payload(Lease lease, Message<byte[]> message) throws Exception {
		Object payload;
		try {
			payload = this.arguments.resolveArgument(this.parameters.payload(), message);
		}
		catch (MessageConversionException | MessageHandlingException | MethodArgumentResolutionException
				| ConversionException ex) {
			throw MethodJobHandler.unreadable(lease, this.listener, ex);
		}
		if (payload == null) {
			throw new UnreadableJobException(lease, "has no payload for " + this.listener, null);
		}
		return payload;
	}

	@Override
	public Set<Type> payloadTypes() {
		return Set.of(this.parameters.payload().getNestedGenericParameterType());
	}

	@Override
	public String toString() {
		return this.listener.toString();
	}

	/** Takes its arguments as they are. */
	private static final class HandlerMethod extends BeanMethod {

		HandlerMethod(ListenerMethod listener) {
			super(listener);
		}

		void call(Object[] arguments) throws Exception {
			unwrapped(() -> doInvoke(arguments));
		}

	}

}
