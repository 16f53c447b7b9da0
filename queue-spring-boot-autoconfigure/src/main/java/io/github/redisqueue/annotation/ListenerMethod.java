package io.github.redisqueue.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;

import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.aop.support.AopUtils;

/**
 * A method annotated with {@link QueueListener} and the bean that it belongs to.
 *
 * @param bean the bean, possibly a proxy
 * @param beanName the name of the bean
 * @param method the method as declared by the class of the bean
 */
record ListenerMethod(Object bean, String beanName, Method method) {

	/**
	 * The id of the listener if the annotation does not set one.
	 * @return the names of the bean and the method
	 */
	String defaultId() {
		return this.beanName + "." + this.method.getName();
	}

	/**
	 * The method to invoke on the bean. For a proxy this may be a method of one of its
	 * interfaces.
	 * @return the method
	 * @throws InvalidListenerException if the method cannot be called on the bean
	 */
	Method invocable() {
		if (Modifier.isPrivate(this.method.getModifiers())) {
			throw invalid("is private", "Make the method visible, at least to its package.");
		}
		if (AopUtils.isCglibProxy(this.bean) && Modifier.isFinal(this.method.getModifiers())) {
			throw invalid("is final, so the proxy of its bean cannot delegate to it",
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
