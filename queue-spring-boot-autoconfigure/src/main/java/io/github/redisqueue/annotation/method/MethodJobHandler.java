package io.github.redisqueue.annotation.method;

import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.core.CoroutinesUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandlingException;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;
import org.springframework.messaging.support.GenericMessage;

/**
 * Calls a method of a bean for each job. Exceptions of the method are thrown to the
 * caller without being wrapped. Thread-safe.
 */
final class MethodJobHandler implements JobHandler {

	private final ListenerMethod listener;

	private final HandlerMethod method;

	MethodJobHandler(ListenerMethod listener, HandlerMethodArgumentResolverComposite arguments) {
		this.listener = listener;
		this.method = new HandlerMethod(listener);
		this.method.setMessageMethodArgumentResolvers(arguments);
	}

	MethodParameter[] parameters() {
		return this.method.getMethodParameters();
	}

	@Override
	public void handle(Lease lease) throws Exception {
		handle(lease, null);
	}

	@Override
	public @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
			throws Exception {
		return AsyncResults.future(BeanMethod.unwrapped(() -> this.method
			.invoke(new GenericMessage<>(lease.job().payload(), new JobHeaders(lease, acknowledgement)))));
	}

	static UnreadableJobException unreadable(Lease lease, ListenerMethod listener, Exception cause) {
		boolean invalid = cause instanceof MethodArgumentNotValidException;
		return new UnreadableJobException(lease,
				(invalid ? "is not valid for " : "cannot be converted to the parameters of ") + listener + ": "
						+ cause.getMessage(),
				cause);
	}

	@Override
	public boolean acknowledges() {
		return Arrays.stream(parameters())
			.anyMatch((parameter) -> parameter.getParameterType() == Acknowledgement.class);
	}

	@Override
	public Set<Type> payloadTypes() {
		Type type = ListenerSignature.payloadType(parameters());
		return (type != null) ? Set.of(type) : Set.of();
	}

	@Override
	public String toString() {
		return this.listener.toString();
	}

	/**
	 * Distinguishes jobs that cannot be read, for which a retry would change nothing,
	 * from failures of the method and of what resolves its arguments.
	 */
	private final class HandlerMethod extends BeanMethod {

		private final boolean suspends;

		HandlerMethod(ListenerMethod listener) {
			super(listener);
			this.suspends = KotlinDetector.isSuspendingFunction(getBridgedMethod());
		}

		@Override
		protected @Nullable Object doInvoke(@Nullable Object... arguments) throws Exception {
			return this.suspends ? CoroutinesUtils.invokeSuspendingFunction(getBridgedMethod(), getBean(), arguments)
					: super.doInvoke(arguments);
		}

		@Override
		protected @Nullable Object[] getMethodArgumentValues(Message<?> message, @Nullable Object... provided)
				throws Exception {
			try {
				return super.getMethodArgumentValues(message, provided);
			}
			catch (MessageConversionException | MessageHandlingException | MethodArgumentResolutionException
					| ConversionException ex) {
				Lease lease = (Lease) message.getHeaders().get(QueueHeaders.LEASE);
				throw unreadable(lease, MethodJobHandler.this.listener, ex);
			}
		}

	}

}
