package io.github.redisqueue.autoconfigure;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Chooses the connection factory of the queues: that with the annotation
 * {@code @QueueConnectionFactory}, or the bean {@code queueConnectionFactory}, or else
 * that of the application.
 */
final class ConnectionFactoryChoice {

	private static final String TYPE = RedisConnectionFactory.class.getSimpleName();

	private static final String ANNOTATION = "@QueueConnectionFactory";

	private ConnectionFactoryChoice() {
	}

	/**
	 * Chooses a connection factory.
	 * @param annotated the beans with the annotation
	 * @param named the bean with the name
	 * @param all all candidates
	 * @return the connection factory
	 * @throws NoChoiceException if there is none, or more than one
	 */
	static RedisConnectionFactory of(ObjectProvider<RedisConnectionFactory> annotated,
			ObjectProvider<RedisConnectionFactory> named, ObjectProvider<RedisConnectionFactory> all) {
		RedisConnectionFactory own = annotated(annotated);
		RedisConnectionFactory byName = named.getIfAvailable();
		if (own != null && byName != null && own != byName) {
			throw new NoChoiceException("The application has both a " + TYPE + " with " + ANNOTATION
					+ " and another one with the name '" + BeanNames.FACTORY + "'.",
					"Move the annotation to that bean, or rename it.");
		}
		if (own != null) {
			return own;
		}
		return (byName != null) ? byName : only(all);
	}

	private static @Nullable RedisConnectionFactory annotated(ObjectProvider<RedisConnectionFactory> annotated) {
		try {
			return annotated.getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new NoChoiceException("The application has several beans with " + ANNOTATION + ": " + names(ex) + ".",
					"Keep the annotation on the bean that the queues are to use, and remove it from the others.");
		}
	}

	private static RedisConnectionFactory only(ObjectProvider<RedisConnectionFactory> all) {
		try {
			return all.getObject();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new NoChoiceException(
					"The application has several beans of type " + TYPE + ", " + names(ex)
							+ ", and nothing says which one the queues are to use.",
					"Add " + ANNOTATION + " to the bean that the queues are to use. Or add @Primary to the one that all"
							+ " are to use.");
		}
		catch (NoSuchBeanDefinitionException ex) {
			throw new NoChoiceException("Queues need a bean of type " + TYPE + ", but the application has none.",
					"Let Spring Boot create one: add spring-boot-starter-data-redis, and do not exclude"
							+ " DataRedisAutoConfiguration. Or define one. If the application needs no queues, set"
							+ " redis-queue.enabled to false.");
		}
	}

	private static String names(NoUniqueBeanDefinitionException ex) {
		Collection<String> names = ex.getBeanNamesFound();
		return (names != null) ? "'" + String.join("', '", List.copyOf(names)) + "'" : String.valueOf(ex.getMessage());
	}

	/**
	 * No connection factory can be chosen.
	 */
	static final class NoChoiceException extends FailureAnalyzedException {

		private static final long serialVersionUID = 1L;

		NoChoiceException(String description, String action) {
			super(description, action);
		}

	}

}
