package io.github.redisqueue.annotation.method;

import java.lang.reflect.Type;
import java.lang.reflect.UndeclaredThrowableException;
import java.lang.reflect.WildcardType;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

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

	/** A proxy wraps checked exceptions that its interface does not declare. */
	static @Nullable Object unwrapped(Callable<@Nullable Object> call) throws Exception {
		try {
			return call.call();
		}
		catch (UndeclaredThrowableException ex) {
			if (ex.getCause() instanceof Exception cause) {
				throw cause;
			}
			throw ex;
		}
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
