package io.github.redisqueue.autoconfigure;

import java.lang.reflect.Modifier;
import java.util.Set;

import io.github.redisqueue.annotation.method.QueueListenerAnnotationBeanPostProcessor;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredListeners;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.type.MethodMetadata;

/**
 * Excludes listeners, and the beans that start with the application, from lazy
 * initialization: no other bean depends on them, so they would never be created. What a
 * method of the application returns as an interface or as an abstract class may be a
 * listener, too.
 */
record ListenerBeansFilter(ConfigurableBeanFactory beans) implements LazyInitializationExcludeFilter {

	private static final Set<Class<?>> ALWAYS = Set.of(QueueCleaner.class, QueueListenerRegistry.class,
			ConfiguredListeners.class, ConfiguredQueues.class, QueueConnections.Lifecycle.class,
			BuriedJobNotifier.class, SchedulePlanner.class);

	@Override
	public boolean isExcluded(String beanName, BeanDefinition beanDefinition, Class<?> beanType) {
		return ALWAYS.contains(beanType) || QueueListenerAnnotationBeanPostProcessor.isCalled(beanType)
				|| isFactoryCalled(beanName)
				|| (Modifier.isAbstract(beanType.getModifiers()) && isMadeByApplication(beanDefinition));
	}

	private boolean isFactoryCalled(String beanName) {
		Class<?> factory = this.beans.isFactoryBean(beanName)
				? this.beans.getType(BeanFactory.FACTORY_BEAN_PREFIX + beanName) : null;
		return factory != null && QueueListenerAnnotationBeanPostProcessor.isCalled(factory);
	}

	private static boolean isMadeByApplication(BeanDefinition definition) {
		String maker = maker(definition);
		return !maker.isEmpty() && !maker.startsWith("org.springframework.")
				&& !maker.startsWith(ListenerBeansFilter.class.getPackageName());
	}

	/** The class with the method that makes a bean, or an empty text. */
	static String maker(BeanDefinition definition) {
		MethodMetadata method = (definition instanceof AnnotatedBeanDefinition annotated)
				? annotated.getFactoryMethodMetadata() : null;
		return (method != null) ? method.getDeclaringClassName() : "";
	}

}
