package io.github.redisqueue.annotation.method;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
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
		Set<Method> handlers = QueueListenerAnnotationBeanPostProcessor.handlerMethods(type);
		Set<Method> schedules = QueueScheduleAnnotationBeanPostProcessor.methods(type);
		return (handlers.isEmpty() && schedules.isEmpty()) ? null : new Contribution(type, handlers, schedules);
	}

	private record Contribution(Class<?> bean, Set<Method> handlers,
			Set<Method> schedules) implements BeanRegistrationAotContribution {

		@Override
		public void applyTo(GenerationContext generation, BeanRegistrationCode code) {
			ReflectionHints hints = generation.getRuntimeHints().reflection();
			for (Method method : this.handlers) {
				Type payload = ListenerSignature.payloadType(parameters(method));
				if (payload != null) {
					new BindingReflectionHintsRegistrar().registerReflectionHints(hints, payload);
				}
				ofInterfaces(method).forEach((called) -> hints.registerMethod(called, ExecutableMode.INVOKE));
			}
			for (Method method : this.schedules) {
				if (method.getReturnType() != void.class) {
					new BindingReflectionHintsRegistrar().registerReflectionHints(hints,
							GenericTypeResolver.resolveType(method.getGenericReturnType(), this.bean));
				}
				ofInterfaces(method).forEach((called) -> hints.registerMethod(called, ExecutableMode.INVOKE));
			}
		}

		private MethodParameter[] parameters(Method method) {
			List<MethodParameter> parameters = new ArrayList<>();
			for (int i = 0; i < method.getParameterCount(); i++) {
				parameters.add(new MethodParameter(method, i).withContainingClass(this.bean));
			}
			return parameters.toArray(MethodParameter[]::new);
		}

		private Stream<Method> ofInterfaces(Method method) {
			return ClassUtils.getAllInterfacesForClassAsSet(this.bean)
				.stream()
				.map((type) -> ClassUtils.getMethodIfAvailable(type, method.getName(), method.getParameterTypes()))
				.filter((found) -> found != null);
		}

	}

}
