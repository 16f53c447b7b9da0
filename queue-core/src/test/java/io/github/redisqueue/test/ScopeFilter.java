package io.github.redisqueue.test;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out what {@link OnlyFor} says does not apply, and, where the tests have another
 * server, what is tagged {@code embedded}. The queues are those of the test class that is
 * not nested in another one, if it creates queues. JUnit finds this class in the
 * test-jar.
 */
public final class ScopeFilter implements PostDiscoveryFilter {

	private static final Map<Class<?>, QueueFactory> FACTORIES = new ConcurrentHashMap<>();

	private static final TestTag EMBEDDED = TestTag.create("embedded");

	/** JUnit leaves out only what contains nothing, so this looks at what contains it. */
	@Override
	public FilterResult apply(TestDescriptor test) {
		if (test.getTags().contains(EMBEDDED) && PrivateRedis.isOfAnotherServer()) {
			return FilterResult.excluded("is about the server of the embedded library");
		}
		List<TestSource> sources = Stream
			.iterate(Optional.of(test), Optional::isPresent, (one) -> one.flatMap(TestDescriptor::getParent))
			.flatMap((one) -> one.flatMap(TestDescriptor::getSource).stream())
			.toList();
		if (sources.isEmpty() || !(sources.get(sources.size() - 1) instanceof ClassSource outermost)
				|| !QueueFactory.class.isAssignableFrom(outermost.getJavaClass())) {
			return FilterResult.included("no contract of queues");
		}
		return FilterResult.includedIf(sources.stream()
			.flatMap((source) -> AnnotationSupport.findAnnotation(element(source), OnlyFor.class).stream())
			.allMatch((scope) -> includes(scope, outermost.getJavaClass())));
	}

	private static boolean includes(OnlyFor scope, Class<?> tests) {
		QueueFactory queues = factory(tests);
		boolean onCluster = AnnotationSupport.isAnnotated(tests, OnCluster.class);
		return Stream.of(scope.value()).allMatch((one) -> one.includes(queues, onCluster))
				&& (scope.types().length == 0 || List.of(scope.types()).contains(queues.type()));
	}

	/** The queues of a test class that is not nested in another one. */
	static QueueFactory factory(Class<?> tests) {
		return FACTORIES.computeIfAbsent(tests, (type) -> (QueueFactory) ReflectionSupport.newInstance(type));
	}

	private static Optional<AnnotatedElement> element(TestSource source) {
		if (source instanceof MethodSource method) {
			return Optional.of(method.getJavaMethod());
		}
		return (source instanceof ClassSource type) ? Optional.of(type.getJavaClass()) : Optional.empty();
	}

}
