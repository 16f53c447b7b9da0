package io.github.redisqueue.annotation.method;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Finds the methods and classes that are annotated with {@link QueueListener} and
 * registers a listener for each annotation. An invalid method or attribute causes an
 * {@link InvalidListenerException}.
 */
public final class QueueListenerAnnotationBeanPostProcessor extends AnnotatedMethodBeanPostProcessor {

	private final Supplier<ListenerHandlers> handlers;

	private final Consumer<ListenerDefinition> registrar;

	private final Set<Class<?>> withoutListeners = ConcurrentHashMap.newKeySet();

	/**
	 * Creates a post-processor.
	 * @param support supplies what handler methods need, when the first listener is found
	 * @param registrar registers the listeners that are found, or refuses them
	 */
	public QueueListenerAnnotationBeanPostProcessor(Supplier<HandlerSupport> support,
			Consumer<ListenerDefinition> registrar) {
		this.handlers = SingletonSupplier.of(() -> new ListenerHandlers(support.get(), beans()));
		this.registrar = registrar;
	}

	@Override
	void find(Object bean, String beanName, Class<?> type) {
		if (this.withoutListeners.contains(type)) {
			return;
		}
		ListenerHandlers.ListenerClass ofClass = new ListenerHandlers.ListenerClass(bean, beanName);
		Set<QueueListener> annotations = annotations(ofClass, type);
		Set<Method> listeners = annotated(type, List.of(QueueListener.class));
		Set<Method> handlers = annotated(type, List.of(QueueHandler.class));
		if (annotations.isEmpty() && listeners.isEmpty() && handlers.isEmpty()) {
			this.withoutListeners.add(type);
		}
		if (annotations.isEmpty() && !handlers.isEmpty()) {
			throw new ListenerMethod(bean, beanName, handlers.iterator().next(), QueueHandler.class).invalid(
					"belongs to a class without @QueueListener, so it would never be called",
					"Annotate the class with @QueueListener, or the method instead of @QueueHandler.");
		}
		setUpInTime(ofClass, beanName, annotations, (batch) -> this.handlers.get().of(ofClass, handlers, batch));
		for (Method method : listeners) {
			ListenerMethod listener = new ListenerMethod(bean, beanName, method, QueueListener.class);
			setUpInTime(listener, beanName + "." + method.getName(), annotations(listener, method),
					(batch) -> this.handlers.get().of(listener, batch));
		}
	}

	private static Set<QueueListener> annotations(ListenerPlace place, AnnotatedElement element) {
		return place.sound(() -> AnnotatedElementUtils.findMergedRepeatableAnnotations(element, QueueListener.class));
	}

	/**
	 * Sets up a listener for each annotation of a place.
	 * @param id the id of the first one that sets none; the others get a number behind it
	 * @param handlers creates a handler, given what the annotation says of batches
	 */
	private void setUpInTime(ListenerPlace place, String id, Set<QueueListener> annotations,
			Function<@Nullable Boolean, JobHandler> handlers) {
		int number = 0;
		for (QueueListener annotation : annotations) {
			String defaultId = id + ((++number > 1) ? "#" + number : "");
			setUpInTime(() -> {
				ListenerAttributes attributes = new ListenerAttributes(annotation, new AttributeValues(place, beans()));
				JobHandler handler = handlers.apply(attributes.batch());
				attributes.checkBatch(handler);
				this.registrar.accept(new ListenerDefinition(attributes.id(defaultId), attributes.queues(), handler,
						attributes.overrides(), attributes.beans(), place.toString()));
			});
		}
	}

	/**
	 * Whether beans of a class have listeners, handle buried jobs or declare schedules,
	 * so that they are to be created when the application starts.
	 */
	public static boolean isCalled(Class<?> type) {
		return hasListeners(type) || !annotated(type, List.of(DeadLetterHandler.class, QueueSchedule.class)).isEmpty();
	}

	static boolean hasListeners(Class<?> type) {
		return !AnnotatedElementUtils.findMergedRepeatableAnnotations(type, QueueListener.class).isEmpty()
				|| !annotated(type, List.of(QueueListener.class)).isEmpty();
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		if (beans() instanceof ConfigurableListableBeanFactory beans) {
			checkScopes(beans);
			createProducts(beans);
		}
		super.afterSingletonsInstantiated();
	}

	/**
	 * Refuses methods of beans that the application context does not create once when it
	 * starts: nobody would listen, or several would.
	 */
	private static void checkScopes(ConfigurableListableBeanFactory beans) {
		for (String name : beans.getBeanDefinitionNames()) {
			BeanDefinition definition = beans.getMergedBeanDefinition(name);
			boolean isAllowed = definition.isAbstract() || (definition.isSingleton() && !definition.isLazyInit())
					|| beans.containsSingleton(name);
			Class<?> type = isAllowed ? null : beans.getType(name, false);
			if (type == null || !isCalled(type)) {
				continue;
			}
			String bean = "Bean '" + name + "' of type " + type.getName() + " has a ";
			boolean isTarget = ScopedProxyUtils.isScopedTarget(name);
			if (!hasListeners(type) && !isTarget) {
				boolean buries = !annotated(type, List.of(DeadLetterHandler.class)).isEmpty();
				throw new InvalidListenerException(
						bean + (buries ? "@DeadLetterHandler" : "@QueueSchedule") + ", but it is "
								+ (definition.isSingleton() ? "@Lazy" : "of the scope '" + definition.getScope() + "'")
								+ ", so it is not clear whom to call.",
						"Move the method to a singleton that is not @Lazy.");
			}
			if (definition.isSingleton()) {
				throw new InvalidListenerException(
						bean + "@QueueListener, but it is @Lazy, so the listener would never start.",
						"Remove @Lazy. To start the listener later, set its attribute autoStartup to false.");
			}
			if (!isTarget) {
				throw new InvalidListenerException(
						bean + "@QueueListener, but its scope is '" + definition.getScope()
								+ "', so each instance would listen.",
						"Move the listener to a singleton. To get a new object for each job, inject an ObjectProvider.");
			}
		}
	}

	/**
	 * Creates the products of factory beans, such as scoped proxies. Spring creates them
	 * when somebody asks for them, and nobody may.
	 */
	private static void createProducts(ConfigurableListableBeanFactory beans) {
		for (String name : beans.getBeanDefinitionNames()) {
			String target = ScopedProxyUtils.getTargetBeanName(name);
			Class<?> type = beans.isFactoryBean(name)
					? beans.getType(beans.containsBeanDefinition(target) ? target : name, false) : null;
			if (type == null || !isCalled(type)) {
				continue;
			}
			if (!beans.isSingleton(name)) {
				throw new InvalidListenerException("The factory bean '" + name + "' makes a new " + type.getName()
						+ " for each who asks, but the class has methods that jobs or a schedule call, so it is not"
						+ " clear whose.", "Let the factory make a singleton, or move the methods to one.");
			}
			beans.getBean(name);
		}
	}

}
