package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

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
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.MessageMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;

/**
 * Finds the methods that are annotated with {@link QueueListener}, and has a listener set
 * up for each: for those of singletons when all of these exist, for later ones at once.
 * What cannot work is refused as soon as the bean exists.
 */
public final class QueueListenerAnnotationBeanPostProcessor
		implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

	private final Supplier<MessageConverter> converter;

	private final Supplier<ListenerRegistrar> registrar;

	private final Set<Class<?>> withoutListeners = ConcurrentHashMap.newKeySet();

	private @Nullable List<Runnable> waiting = new ArrayList<>();

	private @Nullable ConfigurableBeanFactory beans;

	private @Nullable HandlerMethodArgumentResolverComposite arguments;

	/**
	 * A post-processor that needs nothing before it finds the first listener.
	 * @param converter reads payloads
	 * @param registrar sets listeners up
	 */
	public QueueListenerAnnotationBeanPostProcessor(Supplier<MessageConverter> converter,
			Supplier<ListenerRegistrar> registrar) {
		this.converter = converter;
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
		Map<Method, QueueListener> methods = find(type);
		if (methods.isEmpty()) {
			this.withoutListeners.add(type);
		}
		methods.forEach((method, annotation) -> setUpInTime(new ListenerMethod(bean, beanName, method), annotation));
		return bean;
	}

	private static Map<Method, QueueListener> find(Class<?> type) {
		if (!AnnotationUtils.isCandidateClass(type, QueueListener.class)) {
			return Map.of();
		}
		MethodIntrospector.MetadataLookup<@Nullable QueueListener> lookup = (method) -> AnnotatedElementUtils
			.findMergedAnnotation(method, QueueListener.class);
		return MethodIntrospector.selectMethods(type, lookup);
	}

	private synchronized void setUpInTime(ListenerMethod listener, QueueListener annotation) {
		if (this.waiting != null) {
			this.waiting.add(() -> setUp(listener, annotation));
		}
		else {
			setUp(listener, annotation);
		}
	}

	private void setUp(ListenerMethod listener, QueueListener annotation) {
		MethodJobHandler handler = new MethodJobHandler(listener, arguments());
		ListenerSignature.check(listener, handler.parameters());
		ListenerAttributes attributes = new ListenerAttributes(listener, annotation, beans());
		ListenerDefinition definition = new ListenerDefinition(attributes.id(), attributes.queue(), handler,
				attributes.concurrency(), attributes.autoStartup(), listener.toString());
		try {
			this.registrar.get().register(definition);
		}
		catch (IllegalArgumentException ex) {
			throw listener.invalid("names a queue that cannot be: " + ex.getMessage(), "Choose another name.");
		}
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		List<Runnable> found = (this.waiting != null) ? this.waiting : List.of();
		this.waiting = null;
		found.forEach(Runnable::run);
	}

	private ConfigurableBeanFactory beans() {
		if (this.beans == null) {
			throw new IllegalStateException("No bean factory was set");
		}
		return this.beans;
	}

	/**
	 * Tried in this order; the last one takes whatever is left for the payload. An empty
	 * payload is one like any other, such as an empty text.
	 */
	private HandlerMethodArgumentResolverComposite arguments() {
		if (this.arguments == null) {
			MessageConverter converter = this.converter.get();
			this.arguments = new HandlerMethodArgumentResolverComposite()
				.addResolver(new HeaderMethodArgumentResolver(new DefaultFormattingConversionService(), beans()))
				.addResolver(new HeadersMethodArgumentResolver())
				.addResolver(new MessageMethodArgumentResolver(converter) {

					@Override
					protected boolean isEmptyPayload(@Nullable Object payload) {
						return payload == null;
					}

				})
				.addResolver(new LeaseArgumentResolver())
				.addResolver(new PayloadMethodArgumentResolver(converter) {

					@Override
					protected boolean isEmptyPayload(@Nullable Object payload) {
						return payload == null;
					}

				});
		}
		return this.arguments;
	}

}
