package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
import org.springframework.core.annotation.AnnotationConfigurationException;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.MessageMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;

/**
 * Finds the methods that are annotated with {@link QueueListener} and registers a
 * listener for each of them. Methods of singletons are registered after all singletons
 * have been created, so that listeners do not cause early initialization; methods of
 * beans that are created later are registered at once. An invalid method or attribute
 * causes an {@link InvalidListenerException}.
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
	 * Creates a post-processor. The suppliers are called when the first listener is
	 * found.
	 * @param converter supplies the converter that reads payloads
	 * @param registrar supplies the registrar that sets up the listeners
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
		Map<Method, QueueListener> methods = find(type, bean, beanName);
		if (methods.isEmpty()) {
			this.withoutListeners.add(type);
		}
		methods.forEach((method, annotation) -> setUpInTime(new ListenerMethod(bean, beanName, method), annotation));
		return bean;
	}

	private static Map<Method, QueueListener> find(Class<?> type, Object bean, String beanName) {
		if (!AnnotationUtils.isCandidateClass(type, QueueListener.class)) {
			return Map.of();
		}
		MethodIntrospector.MetadataLookup<@Nullable QueueListener> lookup = (method) -> {
			try {
				return AnnotatedElementUtils.findMergedAnnotation(method, QueueListener.class);
			}
			catch (AnnotationConfigurationException ex) {
				throw new ListenerMethod(bean, beanName, method)
					.invalid("sets the queue attribute and its alias, the value attribute, to different values ("
							+ ex.getMessage() + ")", "Set only one of the two attributes.");
			}
		};
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
				attributes.overrides(), listener.toString());
		try {
			this.registrar.get().register(definition);
		}
		catch (IllegalArgumentException ex) {
			throw listener.invalid("has an invalid queue name: " + ex.getMessage(), "Choose another name.");
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
			throw new IllegalStateException("The bean factory has not been set");
		}
		return this.beans;
	}

	/**
	 * The resolvers are tried in this order. The last one treats any remaining parameter
	 * as the payload. An empty payload is valid, for example an empty text.
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
