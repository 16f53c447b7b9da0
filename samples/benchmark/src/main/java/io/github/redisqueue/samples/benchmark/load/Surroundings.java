package io.github.redisqueue.samples.benchmark.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.measure.Address;
import io.github.redisqueue.samples.benchmark.measure.TripCounter;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The environment of applications under load.
 *
 * @param redis the address of the Redis server; null if properties name it
 * @param trips counts the commands and round trips of the applications
 * @param properties properties that the user sets, which override all others
 */
public record Surroundings(@Nullable DataRedisConnectionDetails redis, TripCounter trips,
		Map<String, String> properties) {

	/**
	 * The environment in a JVM in which one application runs.
	 * @param redis the address of the Redis server
	 * @param trips counts the commands and round trips of the application
	 * @param properties properties that the user sets
	 * @return the environment
	 */
	public static Surroundings at(RedisURI redis, TripCounter trips, Map<String, String> properties) {
		Map<String, String> all = new HashMap<>(properties);
		// Peers may bring a pool, which would be switched on for this application too.
		all.putIfAbsent("spring.data.redis.lettuce.pool.enabled", "false");
		all.put("spring.data.redis.url", Address.of(redis));
		return new Surroundings(null, trips, all);
	}

	ConfigurableApplicationContext start(Map<String, String> properties, Class<?>... listeners) {
		List<String> arguments = new ArrayList<>();
		properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
		this.properties.forEach((name, value) -> {
			arguments.removeIf((argument) -> argument.startsWith("--" + name + "="));
			arguments.add("--" + name + "=" + value);
		});
		return new SpringApplicationBuilder(LoadConfiguration.class).sources(listeners)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.initializers((context) -> {
				if (this.redis != null) {
					context.getBeanFactory().registerSingleton("redisConnectionDetails", this.redis);
				}
				context.getBeanFactory().registerSingleton("tripCounter", this.trips);
			})
			.run(arguments.toArray(String[]::new));
	}

}
