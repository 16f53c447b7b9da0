package io.github.redisqueue.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test class that needs a Redis. Its constructors, life cycle methods and test methods
 * may take a {@link TestRedis}, which has a key prefix of its own for each test. In
 * methods annotated with {@code @BeforeAll} it is one for the whole class.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RedisTest.Provider.class)
public @interface RedisTest {

	/**
	 * Hands out a {@link TestRedis} per test, which it closes after the test, and the
	 * test with those that it is nested in.
	 */
	class Provider implements ParameterResolver {

		private static final Namespace NAMESPACE = Namespace.create(Provider.class);

		@Override
		public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
			return ExtensionContextScope.TEST_METHOD;
		}

		@Override
		public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
			return Set.of(TestRedis.class, TestInstances.class).contains(parameter.getParameter().getType());
		}

		@Override
		public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
			if (parameter.getParameter().getType() == TestInstances.class) {
				return test.getRequiredTestInstances();
			}
			// A store also finds what its parents hold, hence a key that only this test
			// has.
			return test.getStore(NAMESPACE).computeIfAbsent(test.getUniqueId(), (id) -> open(test), TestRedis.class);
		}

		private static TestRedis open(ExtensionContext test) {
			boolean cluster = AnnotationSupport
				.findAnnotation(test.getRequiredTestClass(), OnCluster.class, test.getEnclosingTestClasses())
				.isPresent();
			return cluster ? TestRedis.openCluster() : TestRedis.openFor(path(test));
		}

		private static List<Class<?>> path(ExtensionContext test) {
			List<Class<?>> path = new ArrayList<>(test.getEnclosingTestClasses());
			path.add(test.getRequiredTestClass());
			return path;
		}

	}

}
