package io.github.redisqueue.autoconfigure;

import java.util.Set;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.QueueForwarders;
import io.github.redisqueue.listener.QueueListenerRegistry;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Excludes listeners, and the beans that start with the application, from lazy
 * initialization: no other bean depends on them, so they would never be created.
 */
final class ListenerBeansFilter implements LazyInitializationExcludeFilter {

	private static final Set<Class<?>> ALWAYS = Set.of(QueueCleaner.class, QueueListenerRegistry.class,
			QueueForwarders.class, ConfiguredQueues.class);

	@Override
	public boolean isExcluded(String beanName, BeanDefinition beanDefinition, Class<?> beanType) {
		return ALWAYS.contains(beanType) || listens(beanType);
	}

	private static boolean listens(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, QueueListener.class) && !MethodIntrospector
			.selectMethods(type, (MethodIntrospector.MetadataLookup<Boolean>) (
					method) -> AnnotatedElementUtils.hasAnnotation(method, QueueListener.class) ? Boolean.TRUE : null)
			.isEmpty();
	}

}
