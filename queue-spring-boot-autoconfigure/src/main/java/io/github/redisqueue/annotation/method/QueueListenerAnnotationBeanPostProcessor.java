package io.github.redisqueue.annotation.method;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueListeners;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Finds the methods and classes that are annotated with {@link QueueListener} and
 * registers a listener for each annotation. Listeners of singletons are registered after
 * all singletons have been created, so that they do not cause early initialization; those
 * of beans that are created later are registered at once. An invalid method or attribute
 * causes an {@link InvalidListenerException}. As for {@code @EventListener}, the methods
 * of classes in {@code org.springframework} count only if the class is a component.
 */
public final class QueueListenerAnnotationBeanPostProcessor extends AnnotatedMethodBeanPostProcessor {

	private final Supplier<ListenerHandlers> handlers;

	private final Consumer<ListenerDefinition> registrar;

	private final Set<Class<?>> withoutListeners = ConcurrentHashMap.newKeySet();

	/**
	 * Creates a post-processor.
	 * @param support supplies what handler methods need, when the first listener is found
	 * @param registrar registers the listeners that are found; may throw an
	 * {@link InvalidListenerException}
	 */
	public QueueListenerAnnotationBeanPostProcessor(Supplier<HandlerSupport> support,
			Consumer<ListenerDefinition> registrar) {
		this.handlers = SingletonSupplier.of(() -> support.get().handlers(beans()));
		this.registrar = registrar;
	}

	@Override
	void find(Object bean, String beanName, Class<?> type) {
		if (this.withoutListeners.contains(type)) {
			return;
		}
		Set<QueueListener> ofClass = new ListenerClass(bean, beanName, 1).sound(() -> annotations(type));
		Map<Method, Set<QueueListener>> ofMethods = find(type,
				(method) -> new ListenerMethod(bean, beanName, method, 1).sound(() -> annotations(method)));
		Set<Method> handlers = annotated(type, QueueHandler.class);
		if (ofClass.isEmpty() && ofMethods.isEmpty() && handlers.isEmpty()) {
			this.withoutListeners.add(type);
		}
		if (ofClass.isEmpty() && !handlers.isEmpty()) {
			throw new ListenerMethod(bean, beanName, handlers.iterator().next(), 1).invalid(
					"belongs to a class without @QueueListener, so it would never be called",
					"Annotate the class with @QueueListener, or the method instead of @QueueHandler.");
		}
		int number = 0;
		for (QueueListener annotation : ofClass) {
			ListenerClass listener = new ListenerClass(bean, beanName, ++number);
			setUpInTime(
					() -> setUp(listener, annotation, (batch) -> this.handlers.get().of(listener, handlers, batch)));
		}
		ofMethods.forEach((method, annotations) -> setUp(bean, beanName, method, annotations));
	}

	private void setUp(Object bean, String beanName, Method method, Set<QueueListener> annotations) {
		int number = 0;
		for (QueueListener annotation : annotations) {
			ListenerMethod listener = new ListenerMethod(bean, beanName, method, ++number);
			setUpInTime(() -> setUp(listener, annotation, (batch) -> this.handlers.get().of(listener, batch)));
		}
	}

	/**
	 * Whether beans of a class have listeners, handle buried jobs or declare schedules,
	 * so that they are to be created when the application starts.
	 * @param type the class
	 * @return whether methods of such beans are called
	 */
	public static boolean isCalled(Class<?> type) {
		return hasListeners(type) || DeadLetterHandlerAnnotationBeanPostProcessor.hasHandlers(type)
				|| !QueueScheduleAnnotationBeanPostProcessor.methods(type).isEmpty();
	}

	/** Whether a class or its methods are annotated with {@link QueueListener}. */
	static boolean hasListeners(Class<?> type) {
		return !annotations(type).isEmpty()
				|| !find(type, QueueListenerAnnotationBeanPostProcessor::annotations).isEmpty();
	}

	/**
	 * The methods of a class that handle jobs.
	 * @param type the class
	 * @return those with {@link QueueListener}, and those with {@link QueueHandler}
	 */
	static Set<Method> handlerMethods(Class<?> type) {
		Set<Method> methods = new LinkedHashSet<>(
				find(type, QueueListenerAnnotationBeanPostProcessor::annotations).keySet());
		methods.addAll(annotated(type, QueueHandler.class));
		return methods;
	}

	private static Map<Method, Set<QueueListener>> find(Class<?> type,
			Function<Method, Set<QueueListener>> annotations) {
		return find(type, List.of(QueueListener.class, QueueListeners.class), annotations);
	}

	private static Set<QueueListener> annotations(AnnotatedElement element) {
		return AnnotatedElementUtils.findMergedRepeatableAnnotations(element, QueueListener.class,
				QueueListeners.class);
	}

	private void setUp(ListenerPlace listener, QueueListener annotation,
			Function<@Nullable Boolean, JobHandler> handlers) {
		ListenerAttributes attributes = new ListenerAttributes(listener, annotation, beans());
		JobHandler handler = handlers.apply(attributes.batch());
		attributes.checkBatch(handler);
		ListenerDefinition definition = new ListenerDefinition(attributes.id(), attributes.queues(), handler,
				attributes.overrides(), attributes.beans(), listener.toString());
		this.registrar.accept(definition);
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		if (beans() instanceof ConfigurableListableBeanFactory beans) {
			CalledBeans.checkScopes(beans);
			CalledBeans.createProducts(beans);
		}
		super.afterSingletonsInstantiated();
	}

}
