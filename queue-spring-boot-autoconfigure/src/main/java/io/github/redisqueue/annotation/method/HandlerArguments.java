package io.github.redisqueue.annotation.method;

import java.util.Objects;
import java.util.function.Function;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobBuriedEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.MessageMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.validation.Validator;

/**
 * Creates the resolvers of the arguments of handler methods.
 */
final class HandlerArguments {

	private HandlerArguments() {
	}

	/**
	 * Creates the resolvers, in the order in which they are tried. The last one treats
	 * any remaining parameter as the payload.
	 */
	static HandlerMethodArgumentResolverComposite resolvers(MessageConverter converter, @Nullable Validator validator,
			ConfigurableBeanFactory beans) {
		return new HandlerMethodArgumentResolverComposite()
			.addResolver(new HeaderMethodArgumentResolver(new DefaultFormattingConversionService(), beans))
			.addResolver(new HeadersMethodArgumentResolver())
			.addResolver(new MessageOfJob(converter))
			.addResolver(new OfType(Lease.class, (headers) -> headers.get(QueueHeaders.LEASE)))
			.addResolver(new OfType(Acknowledgement.class, (headers) -> headers.get(QueueHeaders.ACKNOWLEDGEMENT)))
			.addResolver(new Continuation())
			.addResolver(new PayloadOfJob(converter, validator));
	}

	/** The same for methods that handle buried jobs. */
	static HandlerMethodArgumentResolverComposite ofBuriedJobs(MessageConverter converter,
			ConfigurableBeanFactory beans) {
		return new HandlerMethodArgumentResolverComposite()
			.addResolver(new HeaderMethodArgumentResolver(new DefaultFormattingConversionService(), beans))
			.addResolver(new HeadersMethodArgumentResolver())
			.addResolver(new MessageOfJob(converter))
			.addResolver(new OfType(JobBuriedEvent.class, HandlerArguments::event))
			.addResolver(new OfType(Job.class, (headers) -> event(headers).job()))
			.addResolver(new OfType(Cause.class, (headers) -> event(headers).cause()))
			.addResolver(new PayloadOfJob(converter, null));
	}

	private static JobBuriedEvent event(MessageHeaders headers) {
		return (JobBuriedEvent) Objects.requireNonNull(headers.get(QueueHeaders.BURIED));
	}

	/** What the headers hold for parameters of a type. */
	private record OfType(Class<?> type,
			Function<MessageHeaders, @Nullable Object> part) implements HandlerMethodArgumentResolver {

		@Override
		public boolean supportsParameter(MethodParameter parameter) {
			return parameter.getParameterType() == this.type;
		}

		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
			return this.part.apply(message.getHeaders());
		}

	}

	/** That of a suspending function, which the call replaces. */
	private static final class Continuation implements HandlerMethodArgumentResolver {

		@Override
		public boolean supportsParameter(MethodParameter parameter) {
			return ListenerSignature.isContinuation(parameter);
		}

		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
			return null;
		}

	}

	/** An empty payload is valid, for example an empty text. */
	private static final class MessageOfJob extends MessageMethodArgumentResolver {

		MessageOfJob(MessageConverter converter) {
			super(converter);
		}

		@Override
		protected Class<?> getPayloadType(MethodParameter parameter, Message<?> message) {
			return (parameter.getContainingClass() == parameter.getDeclaringClass())
					? super.getPayloadType(parameter, message)
					: ResolvableType.forMethodParameter(parameter).as(Message.class).getGeneric().toClass();
		}

		@Override
		protected boolean isEmptyPayload(@Nullable Object payload) {
			return payload == null;
		}

	}

	/** An empty payload is valid, and null where the parameter says so. */
	private static final class PayloadOfJob extends PayloadMethodArgumentResolver {

		PayloadOfJob(MessageConverter converter, @Nullable Validator validator) {
			super(converter, validator);
		}

		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) throws Exception {
			Payload annotation = parameter.getParameterAnnotation(Payload.class);
			boolean optional = annotation != null && !annotation.required();
			boolean empty = message.getPayload() instanceof byte[] bytes && bytes.length == 0;
			return (optional && empty) ? null : super.resolveArgument(parameter, message);
		}

		/** That of the elements, if the parameter is the element of a list. */
		@Override
		protected Class<?> resolveTargetClass(MethodParameter parameter, Message<?> message) {
			return parameter.getNestedParameterType();
		}

		@Override
		protected boolean isEmptyPayload(@Nullable Object payload) {
			return payload == null;
		}

	}

}
