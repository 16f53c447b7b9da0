package io.github.redisqueue.annotation.method;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.listener.BuriedJobNotifier;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Finds {@link DeadLetterHandler} methods, checks them when all singletons have been
 * created, and lets them be called. Thread-safe.
 */
public final class DeadLetterHandlerAnnotationBeanPostProcessor extends AnnotatedMethodBeanPostProcessor {

	private final Supplier<HandlerSupport> support;

	private final Supplier<BuriedJobNotifier> burials;

	/** The suppliers are called when a method is found. */
	public DeadLetterHandlerAnnotationBeanPostProcessor(Supplier<HandlerSupport> support,
			Supplier<BuriedJobNotifier> burials) {
		this.support = support;
		this.burials = burials;
	}

	@Override
	void find(Object bean, String beanName, Class<?> type) {
		annotated(type, List.of(DeadLetterHandler.class)).forEach((method) -> {
			ListenerMethod handler = new ListenerMethod(bean, beanName, method, DeadLetterHandler.class);
			setUpInTime(() -> setUp(handler));
		});
	}

	private void setUp(ListenerMethod handler) {
		DeadLetterHandler annotation = handler.sound(() -> Objects
			.requireNonNull(AnnotatedElementUtils.findMergedAnnotation(handler.method(), DeadLetterHandler.class)));
		String queue = new AttributeValues(handler, beans()).text("queue", annotation.queue());
		handler.refuseIf(queue.isEmpty(), "has no queue name",
				"Set the name of the queue, as in @DeadLetterHandler(\"orders\").");
		HandlerSupport support = this.support.get();
		this.burials.get()
			.add(queue, new DeadLetterMethod(handler, HandlerArguments.ofBuriedJobs(support.converter(), beans()),
					support.types()));
	}

}
