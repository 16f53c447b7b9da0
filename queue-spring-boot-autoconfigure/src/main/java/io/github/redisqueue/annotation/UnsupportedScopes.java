package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Refuses listeners and schedules in beans that the application context does not create
 * once when it starts: nobody would listen, or several would.
 */
final class UnsupportedScopes {

	private UnsupportedScopes() {
	}

	/**
	 * Checks all beans.
	 * @throws InvalidListenerException if a listener is in a lazy bean, or in one that is
	 * no singleton
	 */
	static void check(ConfigurableBeanFactory factory) {
		if (factory instanceof ConfigurableListableBeanFactory beans) {
			for (String name : beans.getBeanDefinitionNames()) {
				check(beans, name);
			}
		}
	}

	private static void check(ConfigurableListableBeanFactory beans, String name) {
		BeanDefinition definition = beans.getMergedBeanDefinition(name);
		if (definition.isAbstract() || (definition.isSingleton() && !definition.isLazyInit())
				|| beans.containsSingleton(name)) {
			return;
		}
		Class<?> type = beans.getType(name, false);
		if (type == null || !QueueListenerAnnotationBeanPostProcessor.isCalled(type)) {
			return;
		}
		boolean isTarget = ScopedProxyUtils.isScopedTarget(name);
		if (!QueueListenerAnnotationBeanPostProcessor.hasListeners(type) && !isTarget) {
			throw noListener(name, type, definition);
		}
		if (definition.isSingleton()) {
			throw new InvalidListenerException(
					"Bean '" + name + "' of type " + type.getName()
							+ " has a @QueueListener, but it is @Lazy, so the listener would never start.",
					"Remove @Lazy. To start the listener later, set its attribute autoStartup to false.");
		}
		if (!isTarget) {
			throw new InvalidListenerException(
					"Bean '" + name + "' of type " + type.getName() + " has a @QueueListener, but its scope is '"
							+ definition.getScope() + "', so each instance would listen.",
					"Move the listener to a singleton. To get a new object for each job, inject an ObjectProvider.");
		}
	}

	private static InvalidListenerException noListener(String name, Class<?> type, BeanDefinition definition) {
		return new InvalidListenerException("Bean '" + name + "' of type " + type.getName() + " has a "
				+ (DeadLetterHandlerAnnotationBeanPostProcessor.hasHandlers(type) ? "@DeadLetterHandler"
						: "@QueueSchedule")
				+ ", but it is " + (definition.isSingleton() ? "@Lazy" : "of the scope '" + definition.getScope() + "'")
				+ ", so it is not clear whom to call.", "Move the method to a singleton that is not @Lazy.");
	}

}
