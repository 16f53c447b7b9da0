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
 * What the signature of a handler method must keep to. Whatever could only fail with the
 * first job, or go wrong unnoticed, is refused when the application starts.
 */
final class ListenerSignature {

	private static final String WAIT = "Wait for the work to end within the method, and let it return nothing. "
			+ "For more work at a time, raise the concurrency; it is cheap with spring.threads.virtual.enabled.";

	private ListenerSignature() {
	}

	/**
	 * Checks a signature.
	 * @param listener the handler method
	 * @param parameters its parameters, with the annotations that count
	 * @throws InvalidListenerException if it cannot stay as it is
	 */
	static void check(ListenerMethod listener, MethodParameter[] parameters) {
		checkEndsWithItsWork(listener);
		checkParameters(listener, parameters);
	}

	private static void checkEndsWithItsWork(ListenerMethod listener) {
		Method method = listener.method();
		if (KotlinDetector.isSuspendingFunction(method)) {
			throw listener.invalid("is a suspending function, which would return before its work is done", WAIT);
		}
		if (isAsync(method.getReturnType())) {
			throw listener.invalid(
					"returns a " + method.getReturnType().getName() + ", so that its job would count as done too early",
					WAIT);
		}
		if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
				|| AnnotatedElementUtils.hasAnnotation(method.getDeclaringClass(), Async.class)) {
			throw listener.invalid("is @Async, so that its job would count as done too early", WAIT);
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
						"Take the whole payload as the parameter.");
			}
			if (parameter.hasParameterAnnotation(Headers.class)
					&& !Map.class.isAssignableFrom(parameter.getParameterType())) {
				throw listener.invalid("has a @Headers parameter that is no Map",
						"Declare it as Map<String, Object>, or name a single header with @Header.");
			}
			if (payload != null || !isElse(parameter)) {
				payloads.add(parameter.getParameterType().getSimpleName() + " (parameter "
						+ (parameter.getParameterIndex() + 1) + ")");
			}
		}
		if (payloads.size() > 1) {
			throw listener.invalid(
					"has " + payloads.size() + " parameters for the payload: " + String.join(", ", payloads)
							+ "; a job has only one",
					"Leave one payload, and mark headers with @Header. What else a handler may take: Message<T>, "
							+ "@Headers Map<String, Object>, MessageHeaders, Lease.");
		}
	}

	private static boolean isElse(MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		return type == Lease.class || Message.class.isAssignableFrom(type) || type == MessageHeaders.class
				|| MessageHeaderAccessor.class.isAssignableFrom(type) || parameter.hasParameterAnnotation(Header.class)
				|| parameter.hasParameterAnnotation(Headers.class);
	}

}
