package io.github.redisqueue.annotation.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Predicate;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.messaging.support.MessageHeaderAccessor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/**
 * Checks the signatures of handler methods when the application starts. This detects
 * errors that would otherwise occur with the first job, or remain unnoticed.
 */
final class ListenerSignature {

	private static final String WAIT = "Wait for the work to end within the method, and declare it void: to handle more"
			+ " jobs at the same time, increase the concurrency of the listener. Or return a CompletableFuture or a"
			+ " reactive type, at whose end the job is settled.";

	private static final boolean SUSPENDING = KotlinDetector.isKotlinReflectPresent()
			&& ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", ListenerSignature.class.getClassLoader());

	private ListenerSignature() {
	}

	/**
	 * Refuses a signature that is not supported.
	 * @param parameters those of the method, with the annotations of interfaces merged in
	 * @param support has the validator, if there is one
	 */
	static void check(ListenerMethod listener, MethodParameter[] parameters, HandlerSupport support) {
		listener.refuseIf(KotlinDetector.isSuspendingFunction(listener.method()) && !SUSPENDING,
				"is a suspending function, whose end the application lacks the libraries to observe",
				"Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect."
						+ " Or do not suspend.");
		checkMethod(listener);
		checkParameters(listener, parameters, ListenerSignature::isNoPayload, "MessageHeaders and Lease");
		checkValidation(listener, parameters, support);
	}

	/**
	 * The same for a method that takes batches.
	 * @param payload the parameter of the payloads, as an element of its list
	 */
	static void checkBatch(ListenerMethod listener, MethodParameter payload, HandlerSupport support) {
		checkMethod(listener);
		Class<?> result = listener.method().getReturnType();
		listener.refuseIf(AsyncResults.isSupported(result),
				"takes batches and returns a " + result.getName() + ", whose end the listener cannot observe", WAIT);
		checkValidation(listener, new MethodParameter[] { payload }, support);
	}

	private static void checkMethod(ListenerMethod listener) {
		Method method = listener.method();
		Class<?> result = method.getReturnType();
		listener.refuseIf(Future.class.isAssignableFrom(result) && !AsyncResults.isSupported(result),
				"returns a " + result.getName() + ", whose end the listener cannot observe, so its jobs would be"
						+ " completed before their work is done",
				"Return a CompletableFuture.");
		listener.refuseIf(isAnnotated(listener, Async.class),
				"is @Async, so its jobs would be completed before their work is done", "Remove @Async. " + WAIT);
		listener.refuseIf(isAnnotated(listener, SendTo.class), "is @SendTo, which is not supported",
				"Send the result with QueueOperations, and declare the method void.");
		boolean suspends = KotlinDetector.isSuspendingFunction(method);
		listener.refuseIf(
				(suspends || AsyncResults.isSupported(result))
						&& Arrays.asList(method.getParameterTypes()).contains(Acknowledgement.class),
				(suspends ? "is a suspending function" : "returns a " + result.getName())
						+ " and takes an Acknowledgement, so it is not clear what settles its jobs",
				"Remove the parameter, or declare the method void.");
		listener.refuseIf(
				!suspends && result != void.class && result != Void.class && !result.getName().equals("kotlin.Unit")
						&& !AsyncResults.isSupported(result),
				"returns a " + result.getName() + ", which would be discarded",
				"Declare the method void. To send the result to a queue, use QueueOperations. If the work goes on"
						+ " after the method has returned, return a CompletableFuture or a reactive type.");
		for (Method other : AnnotatedMethodBeanPostProcessor.annotated(listener.beanClass(),
				List.of(MessageExceptionHandler.class))) {
			throw listener.invalid(
					"stands beside the @MessageExceptionHandler method " + other.getName() + ", which is not supported",
					"Define a JobErrorHandler bean, and name it in the attribute errorHandler.");
		}
	}

	private static boolean isAnnotated(ListenerMethod listener, Class<? extends Annotation> annotation) {
		return AnnotatedElementUtils.hasAnnotation(listener.method(), annotation)
				|| AnnotatedElementUtils.hasAnnotation(listener.beanClass(), annotation);
	}

	private static void checkValidation(ListenerMethod listener, MethodParameter[] parameters, HandlerSupport support) {
		for (MethodParameter parameter : Arrays.stream(parameters).filter(ListenerSignature::isValidated).toList()) {
			listener.refuseIf(isNoPayload(parameter),
					"wants to validate parameter " + (parameter.getParameterIndex() + 1) + ", which is not the payload",
					"Annotate the parameter that takes the payload, or validate in the method.");
			if (support.validator() == null) {
				throw support.severalValidators() ? listener.invalid(
						"wants to validate its payload, but the application has several Validators, and none is primary",
						"Add @Primary to the bean of type org.springframework.validation.Validator that is to be used.")
						: listener.invalid("wants to validate its payload, but the application has no Validator",
								"Add spring-boot-starter-validation, or define a bean of type"
										+ " org.springframework.validation.Validator.");
			}
		}
	}

	static boolean isValidated(MethodParameter parameter) {
		return Arrays.stream(parameter.getParameterAnnotations())
			.anyMatch((annotation) -> ValidationAnnotationUtils.determineValidationHints(annotation) != null);
	}

	/**
	 * Checks parameters for the payload and for headers.
	 * @param noPayload whether a parameter is not the payload
	 * @param others further types that are allowed
	 */
	static void checkParameters(ListenerMethod listener, MethodParameter[] parameters,
			Predicate<MethodParameter> noPayload, String others) {
		List<String> payloads = new ArrayList<>();
		for (MethodParameter parameter : parameters) {
			Payload payload = parameter.getParameterAnnotation(Payload.class);
			listener.refuseIf(payload != null && StringUtils.hasText(payload.expression()),
					"has a @Payload with an expression, which is not supported",
					"Declare a parameter for the whole payload, without an expression.");
			listener.refuseIf(
					parameter.hasParameterAnnotation(Headers.class)
							&& !Map.class.isAssignableFrom(parameter.getParameterType()),
					"has a @Headers parameter that is not a Map",
					"Declare the parameter as Map<String, Object>, or use @Header to read a single header.");
			if (payload != null || !noPayload.test(parameter)) {
				payloads.add(parameter.getParameterType().getSimpleName() + " (parameter "
						+ (parameter.getParameterIndex() + 1) + ")");
			}
		}
		listener.refuseIf(payloads.size() > 1,
				"has " + payloads.size() + " parameters for the payload: " + String.join(", ", payloads)
						+ "; only one is allowed",
				"Keep one parameter for the payload, and annotate parameters for headers with @Header. Parameters "
						+ "of type Message<T>, @Headers Map<String, Object>, " + others + " are allowed too.");
	}

	/** The type of the payload that a method takes, or null if it takes none. */
	static @Nullable Type payloadType(MethodParameter[] parameters) {
		for (MethodParameter parameter : parameters) {
			if (Message.class.isAssignableFrom(parameter.getParameterType())) {
				return resolved(ResolvableType.forMethodParameter(parameter).as(Message.class).getGeneric(0),
						parameter);
			}
			if (parameter.hasParameterAnnotation(Payload.class) || !isNoPayload(parameter)) {
				return resolved(ResolvableType.forMethodParameter(parameter), parameter);
			}
		}
		return null;
	}

	/** A type without the variables of a generic base class, and without a wildcard. */
	static Type resolved(ResolvableType type, MethodParameter parameter) {
		Type declared = (type.getType() instanceof WildcardType wildcard) ? wildcard.getUpperBounds()[0]
				: type.getType();
		return GenericTypeResolver.resolveType(declared, parameter.getContainingClass());
	}

	/** Whether a parameter of a method that handles jobs is for something else. */
	static boolean isNoPayload(MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		return isContinuation(parameter) || type == Lease.class || type == Acknowledgement.class
				|| Message.class.isAssignableFrom(type) || type == MessageHeaders.class
				|| MessageHeaderAccessor.class.isAssignableFrom(type) || parameter.hasParameterAnnotation(Header.class)
				|| parameter.hasParameterAnnotation(Headers.class);
	}

	/** Whether the Kotlin compiler has added a parameter to a suspending function. */
	static boolean isContinuation(MethodParameter parameter) {
		return parameter.getParameterType().getName().equals("kotlin.coroutines.Continuation");
	}

}
