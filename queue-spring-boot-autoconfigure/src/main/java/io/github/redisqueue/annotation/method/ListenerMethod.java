package io.github.redisqueue.annotation.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;

/**
 * An annotated method and the bean that it belongs to.
 *
 * @param bean the bean, possibly a proxy
 * @param method the method as declared by the class of the bean
 */
record ListenerMethod(Object bean, String beanName, Method method,
		Class<? extends Annotation> annotation) implements ListenerPlace {

	Class<?> beanClass() {
		return AopProxyUtils.ultimateTargetClass(this.bean);
	}

	/**
	 * The method to invoke on the bean. For a proxy this may be a method of one of its
	 * interfaces. A method that cannot be called on the bean is refused.
	 */
	Method invocable() {
		refuseIf(Modifier.isPrivate(this.method.getModifiers()), "is private",
				"Make the method visible, at least to its package.");
		refuseIf(AopUtils.isCglibProxy(this.bean) && Modifier.isFinal(this.method.getModifiers()),
				"is final, so the proxy of its bean cannot delegate to it",
				"Make the method (and its class) not final, or move it to a bean without a proxy.");
		try {
			return AopUtils.selectInvocableMethod(this.method, this.bean.getClass());
		}
		catch (IllegalStateException ex) {
			// An interface of the proxy may have a type variable that this method
			// replaces.
			return Arrays.stream(ClassUtils.getAllInterfaces(this.bean))
				.flatMap((type) -> Arrays.stream(type.getMethods()))
				.filter((method) -> method.getName().equals(this.method.getName())
						&& BridgeMethodResolver.getMostSpecificMethod(method, beanClass()).equals(this.method))
				.findFirst()
				.orElseThrow(() -> invalid(
						"cannot be called on the proxy of its bean, which only has the methods of the bean's "
								+ "interfaces",
						"Declare the method in an interface, or set spring.aop.proxy-target-class=true."));
		}
	}

	@Override
	public String kind() {
		return "@" + this.annotation.getSimpleName() + " method";
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
