package io.github.redisqueue.autoconfigure.embedded;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if no property configures the address of a Redis server.
 */
class NoRedisAddressCondition extends SpringBootCondition {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("spring.data.redis");

	private static final List<ConfigurationPropertyName> ADDRESSES = Stream
		.of("host", "port", "url", "sentinel", "cluster", "masterreplica")
		.map(PREFIX::append)
		.toList();

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("No Redis address");
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(context.getEnvironment())) {
			Optional<ConfigurationPropertyName> address = ADDRESSES.stream()
				.filter((name) -> contains(source, name))
				.findFirst();
			if (address.isPresent()) {
				return ConditionOutcome.noMatch(message.found("property").items(address.get()));
			}
		}
		return ConditionOutcome.match(message.didNotFind("property").items(ADDRESSES));
	}

	private static boolean contains(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		return source.getConfigurationProperty(name) != null
				|| source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT;
	}

}
