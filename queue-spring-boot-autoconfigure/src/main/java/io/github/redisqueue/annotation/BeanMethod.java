package io.github.redisqueue.annotation;

import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/**
 * A method of a bean. The class of the bean determines the types of its parameters, also
 * if the method stands in a generic base class, or the bean is a proxy.
 */
class BeanMethod extends InvocableHandlerMethod {

	private final Class<?> beanClass;

	BeanMethod(ListenerMethod listener) {
		super(listener.bean(), listener.invocable());
		this.beanClass = listener.beanClass();
	}

	@Override
	protected final Class<?> getContainingClass() {
		return this.beanClass;
	}

	/**
	 * A type without the variables of a generic base class, and without a wildcard.
	 * @param type the type of a parameter, or a part of it
	 * @param parameter the parameter
	 */
	static Type resolved(ResolvableType type, MethodParameter parameter) {
		Type declared = (type.getType() instanceof WildcardType wildcard) ? wildcard.getUpperBounds()[0]
				: type.getType();
		return GenericTypeResolver.resolveType(declared, parameter.getContainingClass());
	}

}
