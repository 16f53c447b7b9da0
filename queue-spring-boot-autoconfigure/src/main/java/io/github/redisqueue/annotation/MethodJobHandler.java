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
 * Calls a method of a bean for each job. Exceptions of the method are thrown to the
 * caller without being wrapped. Thread-safe.
 */
final class MethodJobHandler implements JobHandler {

	private final ListenerMethod listener;

	private final HandlerMethod method;

	MethodJobHandler(ListenerMethod listener, HandlerMethodArgumentResolverComposite arguments) {
		this.listener = listener;
		this.method = new HandlerMethod(listener.bean(), listener.invocable());
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
	 * Distinguishes failures to resolve the arguments from failures of the method.
	 */
	private final class HandlerMethod extends InvocableHandlerMethod {

		HandlerMethod(Object bean, Method method) {
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
