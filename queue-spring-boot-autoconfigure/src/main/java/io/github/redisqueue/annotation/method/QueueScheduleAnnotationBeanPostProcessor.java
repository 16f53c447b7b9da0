package io.github.redisqueue.annotation.method;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.annotation.QueueSchedules;
import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.util.ReflectionUtils;

/**
 * Finds {@link QueueSchedule} methods, checks them when all singletons have been created,
 * and registers their schedules. Thread-safe.
 */
public final class QueueScheduleAnnotationBeanPostProcessor extends AnnotatedMethodBeanPostProcessor {

	private final Consumer<ScheduleDefinition> registrar;

	/**
	 * Creates a post-processor.
	 * @param registrar registers the schedules that are found; may throw an
	 * {@link InvalidListenerException}
	 */
	public QueueScheduleAnnotationBeanPostProcessor(Consumer<ScheduleDefinition> registrar) {
		this.registrar = registrar;
	}

	@Override
	void find(Object bean, String beanName, Class<?> type) {
		find(type).forEach((method, annotations) -> {
			int number = 0;
			for (QueueSchedule annotation : annotations) {
				ListenerMethod place = new ListenerMethod(bean, beanName, method, ++number);
				setUpInTime(() -> register(place, annotation));
			}
		});
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
		return find(type, List.of(QueueSchedule.class, QueueSchedules.class), (method) -> AnnotatedElementUtils
			.findMergedRepeatableAnnotations(method, QueueSchedule.class, QueueSchedules.class));
	}

	private void register(ListenerMethod method, QueueSchedule annotation) {
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
		ScheduleAttributes values = new ScheduleAttributes(method, annotation, beans());
		String id = values.id();
		this.registrar.accept(
				new ScheduleDefinition(id, values.attributes(id), () -> payload(method, invocable), method.toString()));
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

}
