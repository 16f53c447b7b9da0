package io.github.redisqueue.autoconfigure.properties;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.TypeReference;
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
		hints.registerTypes(named.exceptions().stream().map(TypeReference::of).toList(), (type) -> {
		});
	}

	/**
	 * The properties that name classes.
	 *
	 * @param types payload types by their logical names
	 * @param queues the properties of single queues
	 * @param retry the exceptions of all queues
	 */
	record Named(@DefaultValue Map<String, Class<?>> types, @DefaultValue Map<String, Queue> queues,
			@DefaultValue Retry retry) {

		Set<Class<?>> exceptions() {
			Set<Class<?>> all = new LinkedHashSet<>(this.retry.exceptions());
			this.queues.values().forEach((queue) -> all.addAll(queue.retry().exceptions()));
			return all;
		}

	}

	/**
	 * Those of a queue.
	 *
	 * @param retry its exceptions
	 */
	record Queue(@DefaultValue Retry retry) {

	}

	/**
	 * Those of retries.
	 *
	 * @param retryFor the only exceptions after which a job is retried
	 * @param neverRetry exceptions after which a job is not retried
	 */
	record Retry(@DefaultValue List<Class<?>> retryFor, @DefaultValue List<Class<?>> neverRetry) {

		List<Class<?>> exceptions() {
			List<Class<?>> all = new ArrayList<>(this.retryFor);
			all.addAll(this.neverRetry);
			return all;
		}

	}

}
