package io.github.redisqueue.annotation;

import java.nio.charset.StandardCharsets;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Gives a handler the payload as it is. Unlike Spring's own resolver it takes an empty
 * one for what it is, an empty text or array, and not for a missing one.
 */
final class RawPayloadArgumentResolver implements HandlerMethodArgumentResolver {

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		return type == String.class || type == byte[].class;
	}

	@Override
	public Object resolveArgument(MethodParameter parameter, Message<?> message) {
		byte[] payload = (byte[]) message.getPayload();
		return (parameter.getParameterType() == String.class) ? new String(payload, StandardCharsets.UTF_8) : payload;
	}

}
