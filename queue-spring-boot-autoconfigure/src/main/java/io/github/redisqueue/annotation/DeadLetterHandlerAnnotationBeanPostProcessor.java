package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.github.redisqueue.listener.Burials;
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
 * Finds {@link DeadLetterHandler} methods, checks them when all singletons have been
 * created, and lets them be called. Thread-safe.
 */
public final class DeadLetterHandlerAnnotationBeanPostProcessor
		implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

	private final Supplier<HandlerSupport> support;

	private final Supplier<Burials> burials;

	private @Nullable List<Runnable> waiting = new ArrayList<>();

	private @Nullable ConfigurableBeanFactory beans;

	/**
	 * Creates a post-processor. The suppliers are called when the first method is found.
	 * @param support supplies what handler methods need
	 * @param burials supplies what calls the methods
	 */
	public DeadLetterHandlerAnnotationBeanPostProcessor(Supplier<HandlerSupport> support, Supplier<Burials> burials) {
		this.support = SingletonSupplier.of(support);
		this.burials = burials;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beans = (ConfigurableBeanFactory) beanFactory;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!ScopedProxyUtils.isScopedTarget(beanName)) {
			Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
			find(type).keySet().forEach((method) -> setUpInTime(new ListenerMethod(bean, beanName, method, 1)));
		}
		return bean;
	}

	/**
	 * Whether a class has such methods.
	 * @param type the class
	 * @return whether beans of this class handle buried jobs
	 */
	static boolean hasHandlers(Class<?> type) {
		return !find(type).isEmpty();
	}

	private static Map<Method, Boolean> find(Class<?> type) {
		MethodIntrospector.MetadataLookup<@Nullable Boolean> lookup = (
				method) -> AnnotatedElementUtils.hasAnnotation(method, DeadLetterHandler.class) ? Boolean.TRUE : null;
		return AnnotatedMethods.find(type, List.of(DeadLetterHandler.class), lookup);
	}

	private synchronized void setUpInTime(ListenerMethod handler) {
		if (this.waiting != null) {
			this.waiting.add(() -> setUp(handler));
		}
		else {
			setUp(handler);
		}
	}

	private void setUp(ListenerMethod handler) {
		ConfigurableBeanFactory beans = Objects.requireNonNull(this.beans, "The bean factory has not been set");
		String queue = new AttributeValues(handler, beans).text("queue", annotated(handler));
		if (queue.isEmpty()) {
			throw handler.invalid("has no queue name",
					"Set the name of the queue, as in @DeadLetterHandler(\"orders\").");
		}
		DeadLetterMethod method = new DeadLetterMethod(handler,
				HandlerArguments.ofBuriedJobs(this.support.get().converter(), beans), this.support.get().types());
		DeadLetterSignature.check(handler, method.parameters());
		this.burials.get().add(queue, method);
	}

	private static String annotated(ListenerMethod handler) {
		try {
			return Objects
				.requireNonNull(AnnotatedElementUtils.findMergedAnnotation(handler.method(), DeadLetterHandler.class))
				.queue();
		}
		catch (AnnotationConfigurationException ex) {
			throw handler.invalid("sets the queue attribute and its alias, the value attribute, to different values ("
					+ ex.getMessage() + ")", "Set only one of the two attributes.");
		}
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		List<Runnable> found = (this.waiting != null) ? this.waiting : List.of();
		this.waiting = null;
		found.forEach(Runnable::run);
	}

}
