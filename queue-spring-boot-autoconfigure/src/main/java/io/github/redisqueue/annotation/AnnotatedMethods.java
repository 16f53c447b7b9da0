package io.github.redisqueue.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.stereotype.Component;

/**
 * Finds the annotated methods of the classes of beans.
 */
final class AnnotatedMethods {

	private AnnotatedMethods() {
	}

	/**
	 * Finds methods. As for {@code @EventListener}, classes of Spring have none, unless
	 * they are components: an application has hundreds of such beans.
	 * @param type the class of a bean
	 * @param annotations what the methods may be annotated with
	 * @param lookup returns what is looked for, or null for other methods
	 * @param <T> the type of what is looked for
	 * @return the methods, and what has been found at them
	 */
	static <T> Map<Method, T> find(Class<?> type, List<Class<? extends Annotation>> annotations,
			MetadataLookup<T> lookup) {
		return (isOfSpring(type) || !AnnotationUtils.isCandidateClass(type, annotations)) ? Map.of()
				: MethodIntrospector.selectMethods(type, lookup);
	}

	private static boolean isOfSpring(Class<?> type) {
		return type.getName().startsWith("org.springframework.")
				&& !AnnotatedElementUtils.isAnnotated(type, Component.class);
	}

}
