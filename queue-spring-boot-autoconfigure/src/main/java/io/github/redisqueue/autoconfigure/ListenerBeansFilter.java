package io.github.redisqueue.autoconfigure;

import java.util.Set;

import io.github.redisqueue.annotation.QueueListenerAnnotationBeanPostProcessor;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.Burials;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;

/**
 * Excludes listeners, and the beans that start with the application, from lazy
 * initialization: no other bean depends on them, so they would never be created.
 */
final class ListenerBeansFilter implements LazyInitializationExcludeFilter {

	private static final Set<Class<?>> ALWAYS = Set.of(QueueCleaner.class, QueueListenerRegistry.class,
			ConfiguredListeners.class, ConfiguredQueues.class, Burials.class, SchedulePlanner.class);

	@Override
	public boolean isExcluded(String beanName, BeanDefinition beanDefinition, Class<?> beanType) {
		return ALWAYS.contains(beanType) || QueueListenerAnnotationBeanPostProcessor.isCalled(beanType);
	}

}
