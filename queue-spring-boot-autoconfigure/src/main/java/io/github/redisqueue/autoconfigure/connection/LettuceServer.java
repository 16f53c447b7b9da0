package io.github.redisqueue.autoconfigure.connection;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Determines the server of a connection factory.
 */
final class LettuceServer {

	private LettuceServer() {
	}

	/**
	 * Determines the server of a connection factory.
	 * @param factory the connection factory
	 * @param beans the beans of the application
	 * @return the server, or null if it cannot be determined
	 */
	static @Nullable RedisConfiguration of(LettuceConnectionFactory factory, ConfigurableListableBeanFactory beans) {
		if (factory.isRedisSentinelAware()) {
			return factory.getSentinelConfiguration();
		}
		if (factory.isClusterAware()) {
			return factory.getClusterConfiguration();
		}
		if (factory.getSocketConfiguration() != null) {
			return factory.getSocketConfiguration();
		}
		RedisStandaloneConfiguration standalone = factory.getStandaloneConfiguration();
		if (!standalone.equals(new RedisStandaloneConfiguration())) {
			return standalone;
		}
		// A factory for a static master and its replicas has no accessor for them. Its
		// standalone configuration equals that of a factory for localhost.
		return isMadeByBoot(factory, beans) ? masterReplicaOr(standalone, beans) : null;
	}

	private static boolean isMadeByBoot(LettuceConnectionFactory factory, ConfigurableListableBeanFactory beans) {
		return Arrays.stream(beans.getBeanNamesForType(LettuceConnectionFactory.class))
			.filter((name) -> beans.containsBeanDefinition(name) && beans.getBean(name) == factory)
			.map((name) -> beans.getBeanDefinition(name).getFactoryBeanName())
			.filter(Objects::nonNull)
			.anyMatch((name) -> name.startsWith(DataRedisConnectionDetails.class.getPackageName()));
	}

	private static RedisConfiguration masterReplicaOr(RedisStandaloneConfiguration standalone,
			ConfigurableListableBeanFactory beans) {
		RedisStaticMasterReplicaConfiguration bean = beans.getBeanProvider(RedisStaticMasterReplicaConfiguration.class)
			.getIfAvailable();
		if (bean != null) {
			return bean;
		}
		DataRedisConnectionDetails details = beans.getBean(DataRedisConnectionDetails.class);
		MasterReplica masterReplica = details.getMasterReplica();
		if (masterReplica == null) {
			return standalone;
		}
		List<Node> nodes = masterReplica.getNodes();
		RedisStaticMasterReplicaConfiguration server = new RedisStaticMasterReplicaConfiguration(nodes.get(0).host(),
				nodes.get(0).port());
		nodes.stream().skip(1).forEach((node) -> server.addNode(node.host(), node.port()));
		server.setUsername(details.getUsername());
		server.setPassword(details.getPassword());
		return server;
	}

}
