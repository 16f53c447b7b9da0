package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;

import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.aop.support.AopUtils;

/**
 * A method that is to handle jobs, and the bean that it belongs to.
 *
 * @param bean the bean, possibly a proxy
 * @param beanName its name
 * @param method the method as the class of the bean declares it
 */
record ListenerMethod(Object bean, String beanName, Method method) {

	/**
	 * The id of the listener, if it is given none.
	 * @return the names of bean and method
	 */
	String defaultId() {
		return this.beanName + "." + this.method.getName();
	}

	/**
	 * The method as it is called on the bean.
	 * @return the method, which may be the one of an interface of a proxy
	 * @throws InvalidListenerException if it cannot be called, or not as it should be
	 */
	Method invocable() {
		if (Modifier.isPrivate(this.method.getModifiers())) {
			throw invalid("is private", "Make the method visible, at least to its package.");
		}
		if (AopUtils.isCglibProxy(this.bean) && Modifier.isFinal(this.method.getModifiers())) {
			throw invalid("is final, so that the proxy of its bean cannot pass calls on to it",
					"Make the method (and its class) not final, or move it to a bean without a proxy.");
		}
		try {
			return AopUtils.selectInvocableMethod(this.method, this.bean.getClass());
		}
		catch (IllegalStateException ex) {
			throw invalid(
					"cannot be called on the proxy of its bean, which only has the methods of the bean's "
							+ "interfaces",
					"Declare the method in an interface, or set spring.aop.proxy-target-class=true.");
		}
	}

	InvalidListenerException invalid(String what, String action) {
		return new InvalidListenerException("The @QueueListener method " + this + " " + what + ".", action);
	}

	@Override
	public String toString() {
		String parameters = Arrays.stream(this.method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", "));
		return this.method.getDeclaringClass().getName() + "." + this.method.getName() + "(" + parameters
				+ ") of bean '" + this.beanName + "'";
	}

}
