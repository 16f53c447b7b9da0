package io.github.redisqueue.test;

import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * What can be done to the keys that queues of the tested type have.
 */
final class CorruptionsOfType implements ArgumentsProvider {

	@Override
	public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext test) {
		List<Class<?>> enclosing = test.getEnclosingTestClasses();
		QueueType type = ScopeFilter.factory(enclosing.get(0)).type();
		return Stream.of(Corruption.values())
			.filter((corruption) -> corruption.concerns(type))
			.map((corruption) -> Arguments.of(corruption));
	}

}
