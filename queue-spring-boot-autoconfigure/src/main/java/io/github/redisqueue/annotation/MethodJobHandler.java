package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;
import org.springframework.messaging.support.GenericMessage;

/**
 * Hands jobs to a method of a bean. What the method throws comes out as it is.
 * Thread-safe.
 */
final class MethodJobHandler implements JobHandler {

	private final ListenerMethod listener;

	private final FittingMethod method;

	MethodJobHandler(ListenerMethod listener, HandlerMethodArgumentResolverComposite arguments) {
		this.listener = listener;
		this.method = new FittingMethod(listener.bean(), listener.invocable());
		this.method.setMessageMethodArgumentResolvers(arguments);
	}

	MethodParameter[] parameters() {
		return this.method.getMethodParameters();
	}

	@Override
	public void handle(Lease lease) throws Exception {
		try {
			this.method.invoke(new GenericMessage<>(lease.job().payload(), new JobHeaders(lease)));
		}
		catch (UndeclaredThrowableException ex) {
			// A proxy wraps checked exceptions that its interface does not declare.
			if (ex.getCause() instanceof Exception cause) {
				throw cause;
			}
			throw ex;
		}
	}

	@Override
	public String toString() {
		return this.listener.toString();
	}

	/**
	 * Tells failures to find arguments from failures of the method itself.
	 */
	private final class FittingMethod extends InvocableHandlerMethod {

		FittingMethod(Object bean, Method method) {
			super(bean, method);
		}

		@Override
		protected @Nullable Object[] getMethodArgumentValues(Message<?> message, @Nullable Object... provided) {
			try {
				return super.getMethodArgumentValues(message, provided);
			}
			catch (Exception ex) {
				Lease lease = (Lease) message.getHeaders().get(QueueHeaders.LEASE);
				throw new UnreadableJobException(lease, MethodJobHandler.this.listener.toString(), ex);
			}
		}

	}

}
