package io.github.redisqueue.test;

import java.util.List;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Hands out a {@link TestRedis} per test, and closes it after the test.
 */
class RedisExtension implements ParameterResolver {

	private static final Namespace NAMESPACE = Namespace.create(RedisExtension.class);

	@Override
	public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
		return ExtensionContextScope.TEST_METHOD;
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
		return parameter.getParameter().getType() == TestRedis.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
		// A store also finds what its parents hold, hence a key that only this test has.
		return test.getStore(NAMESPACE).computeIfAbsent(test.getUniqueId(), (id) -> open(test), TestRedis.class);
	}

	private static TestRedis open(ExtensionContext test) {
		boolean cluster = AnnotationSupport
			.findAnnotation(test.getRequiredTestClass(), OnCluster.class, test.getEnclosingTestClasses())
			.isPresent();
		return cluster ? TestRedis.openCluster() : TestRedis.openFor(outermost(test));
	}

	private static Class<?> outermost(ExtensionContext test) {
		List<Class<?>> enclosing = test.getEnclosingTestClasses();
		return enclosing.isEmpty() ? test.getRequiredTestClass() : enclosing.get(0);
	}

}
