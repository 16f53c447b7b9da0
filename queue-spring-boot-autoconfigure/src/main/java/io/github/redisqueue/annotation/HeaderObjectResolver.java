package io.github.redisqueue.annotation;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Resolves handler parameters of one type to the object that a header holds.
 */
final class HeaderObjectResolver implements HandlerMethodArgumentResolver {

	private final Class<?> type;

	private final String header;

	HeaderObjectResolver(Class<?> type, String header) {
		this.type = type;
		this.header = header;
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType() == this.type;
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
		return message.getHeaders().get(this.header);
	}

}
