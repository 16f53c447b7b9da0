package io.github.redisqueue.test.mutation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/**
 * A test, as {@code package.Class#method}, or {@code package.Class/Nested#method} for one
 * in a nested class, which may be inherited.
 *
 * @param text the text
 */
record TestName(String text) {

	/** What JUnit needs to run it. */
	DiscoverySelector selector() {
		String[] classes = this.text.substring(0, this.text.indexOf('#')).split("/");
		List<Class<?>> enclosing = new ArrayList<>();
		Class<?> type = load(classes[0]);
		for (String nested : Arrays.asList(classes).subList(1, classes.length)) {
			enclosing.add(type);
			type = nested(type, nested);
		}
		Method method = method(type, this.text.substring(this.text.indexOf('#') + 1));
		return enclosing.isEmpty() ? DiscoverySelectors.selectMethod(type, method)
				: DiscoverySelectors.selectNestedMethod(enclosing, type, method);
	}

	private Class<?> load(String name) {
		try {
			return Class.forName(name, false, TestName.class.getClassLoader());
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException("There is no test " + this.text, ex);
		}
	}

	private Class<?> nested(Class<?> outer, String name) {
		return withParents(outer).flatMap((type) -> Stream.of(type.getDeclaredClasses()))
			.filter((type) -> type.getSimpleName().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("There is no test " + this.text));
	}

	private Method method(Class<?> owner, String name) {
		return withParents(owner).flatMap((type) -> Stream.of(type.getDeclaredMethods()))
			.filter((method) -> method.getName().equals(name) && !method.isSynthetic())
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("There is no test " + this.text));
	}

	private static Stream<Class<?>> withParents(Class<?> type) {
		return Stream.iterate(type, (child) -> child != null, (child) -> child.getSuperclass());
	}

}
