package io.github.redisqueue.annotation.method;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.annotation.QueueSchedule;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Finds {@link QueueSchedule} methods, checks them when all singletons have been created,
 * and registers their schedules. Thread-safe.
 */
public final class QueueScheduleAnnotationBeanPostProcessor extends AnnotatedMethodBeanPostProcessor {

	private final Consumer<ScheduleDefinition> registrar;

	public QueueScheduleAnnotationBeanPostProcessor(Consumer<ScheduleDefinition> registrar) {
		this.registrar = registrar;
	}

	@Override
	void find(Object bean, String beanName, Class<?> type) {
		for (Method method : annotated(type, List.of(QueueSchedule.class))) {
			ListenerMethod place = new ListenerMethod(bean, beanName, method, QueueSchedule.class);
			AnnotatedElementUtils.findMergedRepeatableAnnotations(method, QueueSchedule.class)
				.forEach((annotation) -> setUpInTime(() -> register(place, annotation)));
		}
	}

	private void register(ListenerMethod method, QueueSchedule annotation) {
		method.refuseIf(method.method().getParameterCount() > 0,
				"has parameters, but it is called once, when the application starts, and nobody would"
						+ " pass arguments",
				"Remove the parameters. To handle the jobs, write a @QueueListener method.");
		method.refuseIf(AnnotatedElementUtils.hasAnnotation(method.method(), MessageMapping.class),
				"handles jobs too, but it is called once, when the application starts, to make the"
						+ " payload of the schedule",
				"Declare the schedule on a method of its own, which may be empty.");
		Method invocable = method.invocable();
		AttributeValues values = new AttributeValues(method, beans());
		String id = values.text("id", annotation.id());
		check("id", method, () -> Schedule.every(id, Duration.ofHours(1)), "Choose another id.");
		this.registrar.accept(new ScheduleDefinition(id, attributes(method, id, annotation, values),
				() -> payload(method, invocable), method.toString()));
	}

	private static Map<String, Object> attributes(ListenerMethod method, String id, QueueSchedule annotation,
			AttributeValues values) {
		Map<String, Object> set = values.texts(Map.of("queue", annotation.queue(), "cron", annotation.cron(), "every",
				annotation.every(), "zone", annotation.zone(), "overlap", annotation.overlap(), "catchUp",
				annotation.catchUp(), "grace", annotation.grace()));
		Object cron = set.get("cron");
		method.refuseIf(cron != null && set.containsKey("every"),
				"has both cron = \"" + cron + "\" and every = \"" + annotation.every() + "\"",
				"Set only one of the two attributes.");
		if (cron != null) {
			check("cron expression", method, () -> Schedule.cron(id, cron.toString()),
					"Write six fields, for seconds, minutes, hours, days of the month, months and days of the week, as in"
							+ " cron = \"0 30 6 * * MON-FRI\", or a macro such as @daily.");
		}
		return set;
	}

	private static void check(String what, ListenerMethod method, Runnable use, String action) {
		try {
			use.run();
		}
		catch (IllegalArgumentException ex) {
			throw method.invalid("has an invalid " + what + ": " + ex.getMessage(), action);
		}
	}

	private static @Nullable Object payload(ListenerMethod method, Method invocable) {
		Object payload;
		try {
			payload = AopUtils.invokeJoinpointUsingReflection(method.bean(), invocable, new Object[0]);
		}
		catch (Throwable ex) {
			throw (RuntimeException) method
				.invalid("makes no payload: it has thrown " + ex,
						"Correct the method. It is called once, when the application starts.")
				.initCause(ex);
		}
		method.refuseIf(payload == null && invocable.getReturnType() != void.class, "returns null",
				"Return a payload, or declare the method void for an empty payload.");
		return payload;
	}

}
