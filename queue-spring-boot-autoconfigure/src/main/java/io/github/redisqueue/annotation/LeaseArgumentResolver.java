package io.github.redisqueue.annotation;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Resolves handler parameters of type {@link Lease}.
 */
final class LeaseArgumentResolver implements HandlerMethodArgumentResolver {

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType() == Lease.class;
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
		return message.getHeaders().get(QueueHeaders.LEASE);
	}

}
