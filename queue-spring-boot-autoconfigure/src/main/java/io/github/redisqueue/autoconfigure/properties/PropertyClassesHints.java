package io.github.redisqueue.autoconfigure.properties;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Lets native images find the classes that properties name: payload types, and exceptions
 * of retries. It binds no other properties, since some may be known only when the image
 * runs.
 */
final class PropertyClassesHints implements BeanFactoryInitializationAotProcessor {

	private static final String PREFIX = "redis-queue";

	@Override
	public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
			ConfigurableListableBeanFactory beans) {
		if (beans.getBeanNamesForType(QueuePropertiesMapper.class, true, false).length == 0) {
			return null;
		}
		Binder binder = Binder
			.get(beans.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, Environment.class));
		Named named = binder.bindOrCreate(PREFIX, Named.class);
		return (generation, code) -> register(named, generation.getRuntimeHints().reflection());
	}

	private static void register(Named named, ReflectionHints hints) {
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints,
				named.types().values().toArray(Type[]::new));
		named.exceptions().forEach((type) -> hints.registerType(type));
	}

	/** The properties that name classes, and those of single queues. */
	record Named(@DefaultValue Map<String, Class<?>> types, @DefaultValue Map<String, Named> queues,
			@DefaultValue Retry retry) {

		Stream<Class<?>> exceptions() {
			return Stream.concat(Stream.of(this.retry.retryFor(), this.retry.neverRetry()).flatMap(List::stream),
					this.queues.values().stream().flatMap(Named::exceptions));
		}

	}

	/** The exceptions of retries. */
	record Retry(@DefaultValue List<Class<?>> retryFor, @DefaultValue List<Class<?>> neverRetry) {

	}

}
