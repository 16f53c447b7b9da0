package io.github.redisqueue.annotation.method;

import io.github.redisqueue.annotation.QueueListener;

import org.springframework.aop.framework.AopProxyUtils;

/**
 * A class annotated with {@link QueueListener} and the bean of that class.
 *
 * @param bean the bean, possibly a proxy
 * @param beanName the name of the bean
 * @param number the number of the annotation on the class, 1 for the first
 */
record ListenerClass(Object bean, String beanName, int number) implements ListenerPlace {

	@Override
	public String defaultId() {
		return this.beanName + ((this.number > 1) ? "#" + this.number : "");
	}

	@Override
	public String kind() {
		return "@QueueListener class";
	}

	@Override
	public String toString() {
		return AopProxyUtils.ultimateTargetClass(this.bean).getName() + " of bean '" + this.beanName + "'";
	}

}
