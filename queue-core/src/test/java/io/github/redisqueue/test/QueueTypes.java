package io.github.redisqueue.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A parameterized test of each type of queue, for what the contract of queues shows of
 * each type by itself: by default two types with very different scripts, and all types in
 * the profile {@code all-tests}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(QueueTypes.Provider.class)
public @interface QueueTypes {

	/**
	 * Provides the types.
	 */
	final class Provider implements ArgumentsProvider {

		@Override
		public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
			return Stream.of(QueueType.values())
				.filter((type) -> Scope.runsAll() || Scope.TWO.contains(type))
				.map(Arguments::of);
		}

	}

}
