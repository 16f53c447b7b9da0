package io.github.redisqueue.annotation.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Component;
import org.springframework.util.ReflectionUtils.MethodFilter;

/**
 * Finds the annotated methods of beans. What those of singletons declare is set up after
 * all singletons have been created, so that this does not cause early initialization; for
 * beans that are created later it is set up at once. Thread-safe.
 */
abstract class AnnotatedMethodBeanPostProcessor
		implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

	/** What is set up after all singletons have been created, null from then on. */
	private @Nullable List<Runnable> waiting = new ArrayList<>();

	private @Nullable ConfigurableBeanFactory beans;

	/**
	 * Finds the methods with one of the annotations, whatever their attributes are. As
	 * for {@code @EventListener}, classes of Spring have none, unless they are
	 * components: an application has hundreds of such beans.
	 */
	static Set<Method> annotated(Class<?> type, List<Class<? extends Annotation>> annotations) {
		boolean isOfSpring = type.getName().startsWith("org.springframework.")
				&& !AnnotatedElementUtils.isAnnotated(type, Component.class);
		if (isOfSpring || !AnnotationUtils.isCandidateClass(type, annotations)) {
			return Set.of();
		}
		return MethodIntrospector.selectMethods(type, (MethodFilter) (method) -> {
			// Unlike AnnotatedElementUtils, this looks into annotations that repeat
			// others.
			MergedAnnotations found = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
			return annotations.stream().anyMatch(found::isPresent);
		});
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beans = (ConfigurableBeanFactory) beanFactory;
	}

	ConfigurableBeanFactory beans() {
		return Objects.requireNonNull(this.beans, "The bean factory has not been set");
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!ScopedProxyUtils.isScopedTarget(beanName)) {
			find(bean, beanName, AopProxyUtils.ultimateTargetClass(bean));
		}
		return bean;
	}

	/**
	 * Finds the methods of a bean, and lets them be set up in time.
	 * @param bean the bean, possibly a proxy
	 * @param type the class of the bean, behind its proxies
	 */
	abstract void find(Object bean, String beanName, Class<?> type);

	/** Sets up a method now, or when all singletons have been created. */
	synchronized void setUpInTime(Runnable setUp) {
		if (this.waiting != null) {
			this.waiting.add(setUp);
		}
		else {
			setUp.run();
		}
	}

	@Override
	public synchronized void afterSingletonsInstantiated() {
		List<Runnable> found = (this.waiting != null) ? this.waiting : List.of();
		this.waiting = null;
		found.forEach(Runnable::run);
	}

}
