package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Creates the products of factory beans, such as scoped proxies, whose methods are to be
 * called. Spring creates them when somebody asks for them, and nobody may do that.
 */
final class FactoryProducts {

	private FactoryProducts() {
	}

	/**
	 * Creates the products.
	 * @throws InvalidListenerException if a factory makes a new object for each who asks
	 */
	static void create(ConfigurableBeanFactory factory) {
		if (factory instanceof ConfigurableListableBeanFactory beans) {
			for (String name : beans.getBeanDefinitionNames()) {
				if (beans.isFactoryBean(name)) {
					create(beans, name);
				}
			}
		}
	}

	private static void create(ConfigurableListableBeanFactory beans, String name) {
		String target = ScopedProxyUtils.getTargetBeanName(name);
		Class<?> type = beans.getType(beans.containsBeanDefinition(target) ? target : name, false);
		if (type == null || !QueueListenerAnnotationBeanPostProcessor.isCalled(type)) {
			return;
		}
		if (!beans.isSingleton(name)) {
			throw new InvalidListenerException("The factory bean '" + name + "' makes a new " + type.getName()
					+ " for each who asks, but the class has methods that jobs or a schedule call, so it is not"
					+ " clear whose.", "Let the factory make a singleton, or move the methods to one.");
		}
		beans.getBean(name);
	}

}
