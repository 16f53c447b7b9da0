package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.support.MessageHeaderAccessor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.StringUtils;

/**
 * Checks the signatures of handler methods when the application starts. This detects
 * errors that would otherwise occur with the first job, or remain unnoticed.
 */
final class ListenerSignature {

	private static final String WAIT = "Wait for the work to end within the method, and declare it void. "
			+ "To handle more jobs at the same time, increase the concurrency of the listener; with "
			+ "spring.threads.virtual.enabled=true this is cheap.";

	private ListenerSignature() {
	}

	/**
	 * Checks a signature.
	 * @param listener the handler method
	 * @param parameters its parameters, with the annotations of interfaces merged in
	 * @throws InvalidListenerException if the signature is not supported
	 */
	static void check(ListenerMethod listener, MethodParameter[] parameters) {
		checkSynchronous(listener);
		checkParameters(listener, parameters);
	}

	private static void checkSynchronous(ListenerMethod listener) {
		Method method = listener.method();
		if (KotlinDetector.isSuspendingFunction(method)) {
			throw listener.invalid("is a suspending function, so its jobs would be completed before their work is done",
					WAIT);
		}
		if (isAsync(method.getReturnType())) {
			throw listener.invalid("returns a " + method.getReturnType().getName()
					+ ", so its jobs would be completed before their work is done", WAIT);
		}
		if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
				|| AnnotatedElementUtils.hasAnnotation(method.getDeclaringClass(), Async.class)) {
			throw listener.invalid("is @Async, so its jobs would be completed before their work is done", WAIT);
		}
	}

	private static boolean isAsync(Class<?> type) {
		return Future.class.isAssignableFrom(type) || Flow.Publisher.class.isAssignableFrom(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
	}

	private static void checkParameters(ListenerMethod listener, MethodParameter[] parameters) {
		List<String> payloads = new ArrayList<>();
		for (MethodParameter parameter : parameters) {
			Payload payload = parameter.getParameterAnnotation(Payload.class);
			if (payload != null && StringUtils.hasText(payload.expression())) {
				throw listener.invalid("has a @Payload with an expression, which is not supported",
						"Declare a parameter for the whole payload, without an expression.");
			}
			if (parameter.hasParameterAnnotation(Headers.class)
					&& !Map.class.isAssignableFrom(parameter.getParameterType())) {
				throw listener.invalid("has a @Headers parameter that is not a Map",
						"Declare the parameter as Map<String, Object>, or use @Header to read a single header.");
			}
			if (payload != null || !isNoPayload(parameter)) {
				payloads.add(parameter.getParameterType().getSimpleName() + " (parameter "
						+ (parameter.getParameterIndex() + 1) + ")");
			}
		}
		if (payloads.size() > 1) {
			throw listener.invalid(
					"has " + payloads.size() + " parameters for the payload: " + String.join(", ", payloads)
							+ "; only one is allowed",
					"Keep one parameter for the payload, and annotate parameters for headers with @Header. Parameters "
							+ "of type Message<T>, @Headers Map<String, Object>, MessageHeaders and Lease are allowed too.");
		}
	}

	private static boolean isNoPayload(MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		return type == Lease.class || Message.class.isAssignableFrom(type) || type == MessageHeaders.class
				|| MessageHeaderAccessor.class.isAssignableFrom(type) || parameter.hasParameterAnnotation(Header.class)
				|| parameter.hasParameterAnnotation(Headers.class);
	}

}
