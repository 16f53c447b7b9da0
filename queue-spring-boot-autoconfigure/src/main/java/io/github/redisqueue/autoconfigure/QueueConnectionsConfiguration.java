package io.github.redisqueue.autoconfigure;

import java.util.Collection;

import io.github.redisqueue.annotation.QueueConnectionFactory;
import io.github.redisqueue.autoconfigure.connection.PrivateLettuceConnections;
import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.background.ApplicationThreads;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The connections of the queues. If the client is Lettuce, the queues open connections of
 * their own to the server of a connection factory; otherwise they use the connection
 * factory. That is the one with the annotation {@code @QueueConnectionFactory}, or the
 * bean {@code queueConnectionFactory}, or else that of the application.
 */
@Configuration(proxyBeanMethods = false)
class QueueConnectionsConfiguration {

	/** The bean that an application may have for the queues alone. */
	static final String NAME = "queueConnectionFactory";

	private static final String TYPE = RedisConnectionFactory.class.getSimpleName();

	private static final String ANNOTATION = "@QueueConnectionFactory";

	@Bean(Internal.PREFIX + "connections")
	QueueConnections connections(@QueueConnectionFactory ObjectProvider<RedisConnectionFactory> annotated,
			@Qualifier(NAME) ObjectProvider<RedisConnectionFactory> named, ObjectProvider<RedisConnectionFactory> all,
			ConfigurableListableBeanFactory beans, @Internal ApplicationThreads threads) {
		RedisConnectionFactory own = annotated(annotated);
		RedisConnectionFactory byName = named.getIfAvailable();
		if (own != null && byName != null && own != byName) {
			throw new FailureAnalyzedException("The application has both a " + TYPE + " with " + ANNOTATION
					+ " and another one with the name '" + NAME + "'.",
					"Move the annotation to that bean, or rename it.");
		}
		RedisConnectionFactory ofQueues = (own != null) ? own : byName;
		RedisConnectionFactory factory = (ofQueues != null) ? ofQueues : only(all);
		return ClassUtils.isPresent("io.lettuce.core.RedisClient", beans.getBeanClassLoader())
				? PrivateLettuceConnections.beside(factory, beans, threads.reconnector())
				: QueueConnections.of(factory);
	}

	private static @Nullable RedisConnectionFactory annotated(ObjectProvider<RedisConnectionFactory> annotated) {
		try {
			return annotated.getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new FailureAnalyzedException(
					"The application has several beans with " + ANNOTATION + ": " + names(ex) + ".",
					"Keep the annotation on the bean that the queues are to use, and remove it from the others.");
		}
	}

	private static RedisConnectionFactory only(ObjectProvider<RedisConnectionFactory> all) {
		try {
			return all.getObject();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new FailureAnalyzedException(
					"The application has several beans of type " + TYPE + ", " + names(ex)
							+ ", and nothing says which one the queues are to use.",
					"Add " + ANNOTATION + " to the bean that the queues are to use. Or add @Primary to the one that all"
							+ " are to use.");
		}
		catch (NoSuchBeanDefinitionException ex) {
			throw new FailureAnalyzedException("Queues need a bean of type " + TYPE + ", but the application has none.",
					"Let Spring Boot create one: add spring-boot-starter-data-redis, and do not exclude"
							+ " DataRedisAutoConfiguration. Or define one. If the application needs no queues, set"
							+ " redis-queue.enabled to false.");
		}
	}

	private static String names(NoUniqueBeanDefinitionException ex) {
		Collection<String> names = ex.getBeanNamesFound();
		return (names != null) ? "'" + String.join("', '", names) + "'" : String.valueOf(ex.getMessage());
	}

}
