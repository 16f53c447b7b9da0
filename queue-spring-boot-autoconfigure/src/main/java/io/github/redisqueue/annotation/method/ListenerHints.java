package io.github.redisqueue.annotation.method;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;

/**
 * Lets native images read the payloads of handler methods, write those of schedules, and
 * call these methods on JDK proxies. Spring does the first for simple payloads, since the
 * annotations of handlers are message mappings, but not for {@code Message<List<T>>} and
 * for payloads that a subclass determines.
 */
final class ListenerHints implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		Set<Method> handlers = AnnotatedMethodBeanPostProcessor.annotated(type,
				List.of(QueueListener.class, QueueHandler.class));
		Set<Method> schedules = AnnotatedMethodBeanPostProcessor.annotated(type, List.of(QueueSchedule.class));
		return (handlers.isEmpty() && schedules.isEmpty()) ? null : (generation, code) -> {
			ReflectionHints hints = generation.getRuntimeHints().reflection();
			handlers.forEach((method) -> register(hints, type, method, payload(type, method)));
			schedules.forEach((method) -> register(hints, type, method, (method.getReturnType() != void.class)
					? GenericTypeResolver.resolveType(method.getGenericReturnType(), type) : null));
		};
	}

	private static @Nullable Type payload(Class<?> bean, Method method) {
		return ListenerSignature.payloadType(IntStream.range(0, method.getParameterCount())
			.mapToObj((i) -> new MethodParameter(method, i).withContainingClass(bean))
			.toArray(MethodParameter[]::new));
	}

	private static void register(ReflectionHints hints, Class<?> bean, Method method, @Nullable Type payload) {
		if (payload != null) {
			new BindingReflectionHintsRegistrar().registerReflectionHints(hints, payload);
		}
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(bean)) {
			Method called = ClassUtils.getMethodIfAvailable(type, method.getName(), method.getParameterTypes());
			if (called != null) {
				hints.registerMethod(called, ExecutableMode.INVOKE);
			}
		}
	}

}
