package io.github.redisqueue.autoconfigure.embedded;

import java.util.List;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if no property configures the address of a Redis server, unless an application
 * is processed ahead of time: its executable jar does not contain the library, and its
 * address is known when it runs.
 */
class NoRedisAddressCondition extends SpringBootCondition {

	private static final List<String> ADDRESSES = List.of("host", "port", "url", "sentinel", "cluster",
			"masterreplica");

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Map<String, Object> properties = Binder.get(context.getEnvironment())
			.bind("spring.data.redis", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of());
		ConditionMessage.Builder message = ConditionMessage.forCondition("No Redis address");
		boolean ofTest = TestServer.DIRECTORY.toString()
			.equals(context.getEnvironment().getProperty("redis-queue.embedded-redis.directory"));
		if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING) && !ofTest) {
			return ConditionOutcome.noMatch(message.because("the application is processed ahead of time"));
		}
		List<String> found = ADDRESSES.stream().filter(properties::containsKey).toList();
		return new ConditionOutcome(found.isEmpty(), message.because("found below spring.data.redis: " + found));
	}

}
