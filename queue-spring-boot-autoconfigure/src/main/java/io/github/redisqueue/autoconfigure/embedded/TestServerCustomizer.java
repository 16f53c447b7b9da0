package io.github.redisqueue.autoconfigure.embedded;

import java.util.List;
import java.util.Map;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Gives the embedded Redis of contexts that tests create a directory of its own, so that
 * tests and an application that runs beside them do not take jobs from each other. The
 * Spring TestContext framework calls it, nothing else does. The property has the lowest
 * precedence: one that the application or the test sets replaces it. All customizers are
 * equal, so they do not keep tests from sharing a context.
 */
record TestServerCustomizer() implements ContextCustomizerFactory, ContextCustomizer {

	@Override
	public ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		return this;
	}

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		context.getEnvironment()
			.getPropertySources()
			.addLast(new MapPropertySource("embedded Redis of the tests",
					Map.of("redis-queue.embedded-redis.directory", TestServer.DIRECTORY.toString())));
	}

}
