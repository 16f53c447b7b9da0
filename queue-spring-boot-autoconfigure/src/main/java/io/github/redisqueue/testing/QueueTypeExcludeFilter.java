package io.github.redisqueue.testing;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.annotation.QueueSchedules;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobErrorHandler;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.messaging.converter.MessageConverter;

/**
 * Leaves out the components that a test with {@link QueueTest} does not need. Further
 * types that it needs are in {@code META-INF/spring}.
 */
final class QueueTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<QueueTest> {

	/** The annotations of the components that a test needs, or of their methods. */
	private static final List<String> CALLED = List.of(QueueListener.class.getName(), DeadLetterHandler.class.getName(),
			QueueSchedule.class.getName(), QueueSchedules.class.getName());

	QueueTypeExcludeFilter(Class<?> testClass) {
		super(testClass);
	}

	@Override
	protected Set<Class<?>> getKnownIncludes() {
		return Set.of(MessageConverter.class, HandlerInterceptor.class, JobErrorHandler.class);
	}

	@Override
	protected boolean defaultInclude(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
		return super.defaultInclude(reader, factory) || isCalled(reader, factory);
	}

	/** Also by a method that it inherits. */
	private static boolean isCalled(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
		AnnotationMetadata type = reader.getAnnotationMetadata();
		if (CALLED.stream().anyMatch((name) -> type.isAnnotated(name) || type.hasAnnotatedMethods(name))) {
			return true;
		}
		String parent = type.getSuperClassName();
		return parent != null && !parent.equals(Object.class.getName())
				&& isCalled(factory.getMetadataReader(parent), factory);
	}

}
