package io.github.redisqueue.annotation.method;

import java.util.List;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The beans whose methods are called, although nobody may ask for them. They have to be
 * there, once, when the application starts.
 */
final class CalledBeans {

	private CalledBeans() {
	}

	/**
	 * Refuses listeners and schedules in beans that the application context does not
	 * create once when it starts: nobody would listen, or several would.
	 * @throws InvalidListenerException if a listener is in a lazy bean, or in one that is
	 * no singleton
	 */
	static void checkScopes(ConfigurableListableBeanFactory beans) {
		for (String name : beans.getBeanDefinitionNames()) {
			BeanDefinition definition = beans.getMergedBeanDefinition(name);
			boolean isAllowed = definition.isAbstract() || (definition.isSingleton() && !definition.isLazyInit())
					|| beans.containsSingleton(name);
			Class<?> type = isAllowed ? null : beans.getType(name, false);
			if (type == null || !QueueListenerAnnotationBeanPostProcessor.isCalled(type)) {
				continue;
			}
			boolean isTarget = ScopedProxyUtils.isScopedTarget(name);
			if (!QueueListenerAnnotationBeanPostProcessor.hasListeners(type) && !isTarget) {
				boolean buries = !AnnotatedMethodBeanPostProcessor.annotated(type, List.of(DeadLetterHandler.class))
					.isEmpty();
				throw new InvalidListenerException(
						"Bean '" + name + "' of type " + type.getName() + " has a "
								+ (buries ? "@DeadLetterHandler" : "@QueueSchedule") + ", but it is "
								+ (definition.isSingleton() ? "@Lazy" : "of the scope '" + definition.getScope() + "'")
								+ ", so it is not clear whom to call.",
						"Move the method to a singleton that is not @Lazy.");
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
	}

	/**
	 * Creates the products of factory beans, such as scoped proxies. Spring creates them
	 * when somebody asks for them.
	 * @throws InvalidListenerException if a factory makes a new object for each who asks
	 */
	static void createProducts(ConfigurableListableBeanFactory beans) {
		for (String name : beans.getBeanDefinitionNames()) {
			String target = ScopedProxyUtils.getTargetBeanName(name);
			Class<?> type = beans.isFactoryBean(name)
					? beans.getType(beans.containsBeanDefinition(target) ? target : name, false) : null;
			if (type == null || !QueueListenerAnnotationBeanPostProcessor.isCalled(type)) {
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
