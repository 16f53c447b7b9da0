package io.github.redisqueue.annotation;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.JobHandler;
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
import org.springframework.core.annotation.AnnotationConfigurationException;
import org.springframework.util.function.SingletonSupplier;

/**
 * Finds the methods and classes that are annotated with {@link QueueListener} and
 * registers a listener for each annotation. Listeners of singletons are registered after
 * all singletons have been created, so that they do not cause early initialization; those
 * of beans that are created later are registered at once. An invalid method or attribute
 * causes an {@link InvalidListenerException}. As for {@code @EventListener}, the methods
 * of classes in {@code org.springframework} count only if the class is a component.
 */
public final class QueueListenerAnnotationBeanPostProcessor
		implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

	private static final MethodIntrospector.MetadataLookup<@Nullable Boolean> HANDLERS = (
			method) -> AnnotatedElementUtils.hasAnnotation(method, QueueHandler.class) ? Boolean.TRUE : null;

	private final Supplier<ListenerHandlers> handlers;

	private final Supplier<ListenerRegistrar> registrar;

	private final Set<Class<?>> withoutListeners = ConcurrentHashMap.newKeySet();

	private @Nullable List<Runnable> waiting = new ArrayList<>();

	private @Nullable ConfigurableBeanFactory beans;

	/**
	 * Creates a post-processor. The suppliers are called when the first listener is
	 * found.
	 * @param support supplies what handler methods need
	 * @param registrar supplies the registrar that sets up the listeners
	 */
	public QueueListenerAnnotationBeanPostProcessor(Supplier<HandlerSupport> support,
			Supplier<ListenerRegistrar> registrar) {
		this.handlers = SingletonSupplier.of(() -> support.get().handlers(beans()));
		this.registrar = registrar;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beans = (ConfigurableBeanFactory) beanFactory;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		if (this.withoutListeners.contains(type) || ScopedProxyUtils.isScopedTarget(beanName)) {
			return bean;
		}
		Set<QueueListener> ofClass = sound(new ListenerClass(bean, beanName, 1), () -> annotations(type));
		Map<Method, Set<QueueListener>> ofMethods = find(type,
				(method) -> sound(new ListenerMethod(bean, beanName, method, 1), () -> annotations(method)));
		Set<Method> handlers = handlers(type);
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
			setUpInTime(listener, annotation, (batch) -> this.handlers.get().of(listener, handlers, batch));
		}
		ofMethods.forEach((method, annotations) -> setUp(bean, beanName, method, annotations));
		return bean;
	}

	private void setUp(Object bean, String beanName, Method method, Set<QueueListener> annotations) {
		int number = 0;
		for (QueueListener annotation : annotations) {
			ListenerMethod listener = new ListenerMethod(bean, beanName, method, ++number);
			setUpInTime(listener, annotation, (batch) -> this.handlers.get().of(listener, batch));
		}
	}

	private static Set<QueueListener> sound(ListenerPlace place, Supplier<Set<QueueListener>> annotations) {
		try {
			return annotations.get();
		}
		catch (AnnotationConfigurationException ex) {
			throw place.invalid("sets the queue attribute and its alias, the value attribute, to different values ("
					+ ex.getMessage() + ")", "Set only one of the two attributes.");
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
		methods.addAll(handlers(type));
		return methods;
	}

	private static Map<Method, Set<QueueListener>> find(Class<?> type,
			Function<Method, Set<QueueListener>> annotations) {
		MethodIntrospector.MetadataLookup<@Nullable Set<QueueListener>> lookup = (method) -> {
			Set<QueueListener> found = annotations.apply(method);
			return found.isEmpty() ? null : found;
		};
		return AnnotatedMethods.find(type, List.of(QueueListener.class, QueueListeners.class), lookup);
	}

	private static Set<QueueListener> annotations(AnnotatedElement element) {
		return AnnotatedElementUtils.findMergedRepeatableAnnotations(element, QueueListener.class,
				QueueListeners.class);
	}

	private static Set<Method> handlers(Class<?> type) {
		return AnnotatedMethods.find(type, List.of(QueueHandler.class), HANDLERS).keySet();
	}

	private synchronized void setUpInTime(ListenerPlace listener, QueueListener annotation,
			Function<@Nullable Boolean, JobHandler> handler) {
		if (this.waiting != null) {
			this.waiting.add(() -> setUp(listener, annotation, handler));
		}
		else {
			setUp(listener, annotation, handler);
		}
	}

	private void setUp(ListenerPlace listener, QueueListener annotation,
			Function<@Nullable Boolean, JobHandler> handlers) {
		ListenerAttributes attributes = new ListenerAttributes(listener, annotation, beans());
		JobHandler handler = handlers.apply(attributes.batch());
		attributes.checkBatch(handler);
		ListenerDefinition definition = new ListenerDefinition(attributes.id(), attributes.queues(), handler,
				attributes.overrides(), attributes.beans(), listener.toString());
		this.registrar.get().register(definition);
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		UnsupportedScopes.check(beans());
		FactoryProducts.create(beans());
		List<Runnable> found = (this.waiting != null) ? this.waiting : List.of();
		this.waiting = null;
		found.forEach(Runnable::run);
	}

	private ConfigurableBeanFactory beans() {
		if (this.beans == null) {
			throw new IllegalStateException("The bean factory has not been set");
		}
		return this.beans;
	}

}
