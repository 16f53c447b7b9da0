package io.github.redisqueue.annotation.method;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

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

	/** The resolvers for methods that handle jobs. */
	static HandlerMethodArgumentResolverComposite ofJobs(MessageConverter converter, @Nullable Validator validator,
			ConfigurableBeanFactory beans) {
		return resolvers(converter, validator, beans,
				new Part(isOf(Lease.class), (headers) -> headers.get(QueueHeaders.LEASE)),
				new Part(isOf(Acknowledgement.class), (headers) -> headers.get(QueueHeaders.ACKNOWLEDGEMENT)),
				// The call of a suspending function replaces it.
				new Part(ListenerSignature::isContinuation, (headers) -> null));
	}

	/** The same for methods that handle buried jobs. */
	static HandlerMethodArgumentResolverComposite ofBuriedJobs(MessageConverter converter,
			ConfigurableBeanFactory beans) {
		return resolvers(converter, null, beans, new Part(isOf(JobBuriedEvent.class), HandlerArguments::event),
				new Part(isOf(Job.class), (headers) -> event(headers).job()),
				new Part(isOf(Cause.class), (headers) -> event(headers).cause()));
	}

	/** They are tried in this order. The last treats any parameter as the payload. */
	private static HandlerMethodArgumentResolverComposite resolvers(MessageConverter converter,
			@Nullable Validator validator, ConfigurableBeanFactory beans, Part... parts) {
		return new HandlerMethodArgumentResolverComposite()
			.addResolver(new HeaderMethodArgumentResolver(new DefaultFormattingConversionService(), beans))
			.addResolver(new HeadersMethodArgumentResolver())
			.addResolver(new MessageOfJob(converter))
			.addResolvers(parts)
			.addResolver(new PayloadOfJob(converter, validator));
	}

	private static Predicate<MethodParameter> isOf(Class<?> type) {
		return (parameter) -> parameter.getParameterType() == type;
	}

	private static JobBuriedEvent event(MessageHeaders headers) {
		return (JobBuriedEvent) Objects.requireNonNull(headers.get(QueueHeaders.BURIED));
	}

	/** What the headers hold for some parameters. */
	private record Part(Predicate<MethodParameter> parameters,
			Function<MessageHeaders, @Nullable Object> value) implements HandlerMethodArgumentResolver {

		@Override
		public boolean supportsParameter(MethodParameter parameter) {
			return this.parameters.test(parameter);
		}

		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
			return this.value.apply(message.getHeaders());
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
