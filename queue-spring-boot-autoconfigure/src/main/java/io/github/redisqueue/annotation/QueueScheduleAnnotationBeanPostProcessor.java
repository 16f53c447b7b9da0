package io.github.redisqueue.annotation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Finds {@link QueueSchedule} methods, checks them when all singletons have been created,
 * and registers their schedules. Thread-safe.
 */
public final class QueueScheduleAnnotationBeanPostProcessor
		implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

	private final Supplier<ScheduleRegistrar> registrar;

	private @Nullable List<Runnable> waiting = new ArrayList<>();

	private @Nullable ConfigurableBeanFactory beans;

	/**
	 * Creates a post-processor.
	 * @param registrar supplies the registrar, when the first method is found
	 */
	public QueueScheduleAnnotationBeanPostProcessor(Supplier<ScheduleRegistrar> registrar) {
		this.registrar = SingletonSupplier.of(registrar);
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beans = (ConfigurableBeanFactory) beanFactory;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!ScopedProxyUtils.isScopedTarget(beanName)) {
			find(AopProxyUtils.ultimateTargetClass(bean)).forEach((method, annotations) -> {
				int number = 0;
				for (QueueSchedule annotation : annotations) {
					registerInTime(new ListenerMethod(bean, beanName, method, ++number), annotation);
				}
			});
		}
		return bean;
	}

	/**
	 * The methods of a class that declare schedules.
	 * @param type the class
	 * @return the methods
	 */
	static Set<Method> methods(Class<?> type) {
		return find(type).keySet();
	}

	private static Map<Method, Set<QueueSchedule>> find(Class<?> type) {
		MethodIntrospector.MetadataLookup<@Nullable Set<QueueSchedule>> lookup = (method) -> {
			Set<QueueSchedule> found = AnnotatedElementUtils.findMergedRepeatableAnnotations(method,
					QueueSchedule.class, QueueSchedules.class);
			return found.isEmpty() ? null : found;
		};
		return AnnotatedMethods.find(type, List.of(QueueSchedule.class, QueueSchedules.class), lookup);
	}

	private synchronized void registerInTime(ListenerMethod method, QueueSchedule annotation) {
		if (this.waiting != null) {
			this.waiting.add(() -> register(method, annotation));
		}
		else {
			register(method, annotation);
		}
	}

	private void register(ListenerMethod method, QueueSchedule annotation) {
		ConfigurableBeanFactory beans = Objects.requireNonNull(this.beans, "The bean factory has not been set");
		if (method.method().getParameterCount() > 0) {
			throw method.invalid(
					"has parameters, but it is called once, when the application starts, and nobody would"
							+ " pass arguments",
					"Remove the parameters. To handle the jobs, write a @QueueListener method.");
		}
		if (AnnotatedElementUtils.hasAnnotation(method.method(), MessageMapping.class)) {
			throw method.invalid(
					"handles jobs too, but it is called once, when the application starts, to make the"
							+ " payload of the schedule",
					"Declare the schedule on a method of its own, which may be empty.");
		}
		Method invocable = method.invocable();
		ScheduleAttributeValues values = new ScheduleAttributeValues(method, annotation,
				new AttributeValues(method, beans));
		String id = values.id();
		this.registrar.get()
			.register(new ScheduleDefinition(id, values.attributes(id), () -> payload(method, invocable),
					method.toString()));
	}

	private static @Nullable Object payload(ListenerMethod method, Method invocable) {
		ReflectionUtils.makeAccessible(invocable);
		Object payload;
		try {
			payload = invocable.invoke(method.bean());
		}
		catch (IllegalAccessException | InvocationTargetException ex) {
			Throwable cause = (ex instanceof InvocationTargetException thrown) ? thrown.getTargetException() : ex;
			InvalidListenerException invalid = method.invalid("makes no payload: it has thrown " + cause,
					"Correct the method. It is called once, when the application starts.");
			invalid.initCause(cause);
			throw invalid;
		}
		if (payload == null && invocable.getReturnType() != void.class) {
			throw method.invalid("returns null", "Return a payload, or declare the method void for an empty payload.");
		}
		return payload;
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		List<Runnable> found = (this.waiting != null) ? this.waiting : List.of();
		this.waiting = null;
		found.forEach(Runnable::run);
	}

}
