package io.github.redisqueue.annotation.method;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.annotation.QueueSchedules;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * A method annotated with {@link QueueListener}, {@link QueueHandler},
 * {@link DeadLetterHandler} or {@link QueueSchedule}, and the bean that it belongs to.
 *
 * @param bean the bean, possibly a proxy
 * @param beanName the name of the bean
 * @param method the method as declared by the class of the bean
 * @param number the number of the annotation on the method, 1 for the first
 */
record ListenerMethod(Object bean, String beanName, Method method, int number) implements ListenerPlace {

	@Override
	public String defaultId() {
		return this.beanName + "." + this.method.getName() + ((this.number > 1) ? "#" + this.number : "");
	}

	/** The class of the bean, behind its proxies. */
	Class<?> beanClass() {
		return AopProxyUtils.ultimateTargetClass(this.bean);
	}

	/**
	 * The method to invoke on the bean. For a proxy this may be a method of one of its
	 * interfaces.
	 * @return the method
	 * @throws InvalidListenerException if the method cannot be called on the bean
	 */
	Method invocable() {
		if (Modifier.isPrivate(this.method.getModifiers())) {
			throw invalid("is private", "Make the method visible, at least to its package.");
		}
		if (AopUtils.isCglibProxy(this.bean) && Modifier.isFinal(this.method.getModifiers())) {
			throw invalid("is final, so the proxy of its bean cannot delegate to it",
					"Make the method (and its class) not final, or move it to a bean without a proxy.");
		}
		try {
			return AopUtils.selectInvocableMethod(this.method, this.bean.getClass());
		}
		catch (IllegalStateException ex) {
			return ofGenericInterface().orElseThrow(() -> invalid(
					"cannot be called on the proxy of its bean, which only has the methods of the bean's "
							+ "interfaces",
					"Declare the method in an interface, or set spring.aop.proxy-target-class=true."));
		}
	}

	/** The method of an interface of the proxy whose type variables this one replaces. */
	private Optional<Method> ofGenericInterface() {
		return Arrays.stream(ClassUtils.getAllInterfaces(this.bean))
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((method) -> method.getName().equals(this.method.getName())
					&& BridgeMethodResolver.getMostSpecificMethod(method, beanClass()).equals(this.method))
			.findFirst();
	}

	/** The logical name of the payload that the method takes, if it has one. */
	@Nullable String nameOf(@Nullable Type payload, JobTypes types) {
		Class<?> raw = (payload != null) ? ResolvableType.forType(payload).resolve() : null;
		try {
			return (raw != null) ? types.nameOf(raw) : null;
		}
		catch (IllegalArgumentException ex) {
			throw invalid("takes a payload with an invalid name: " + ex.getMessage(), "Change the name in @JobType.");
		}
	}

	@Override
	public String kind() {
		if (AnnotatedElementUtils.hasAnnotation(this.method, DeadLetterHandler.class)) {
			return "@DeadLetterHandler method";
		}
		if (AnnotatedElementUtils.hasAnnotation(this.method, QueueSchedule.class)
				|| AnnotatedElementUtils.hasAnnotation(this.method, QueueSchedules.class)) {
			return "@QueueSchedule method";
		}
		return (AnnotatedElementUtils.hasAnnotation(this.method, QueueHandler.class) ? "@QueueHandler"
				: "@QueueListener") + " method";
	}

	@Override
	public String toString() {
		String parameters = Arrays.stream(this.method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", "));
		return this.method.getDeclaringClass().getName() + "." + this.method.getName() + "(" + parameters
				+ ") of bean '" + this.beanName + "'";
	}

}
