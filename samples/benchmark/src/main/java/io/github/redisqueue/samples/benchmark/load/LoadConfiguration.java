package io.github.redisqueue.samples.benchmark.load;

import io.github.redisqueue.samples.benchmark.measure.TripCounter;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * The configuration of the measured application. The component scan of the benchmark does
 * not include it.
 */
@EnableAutoConfiguration
class LoadConfiguration {

	@Bean
	Handling handling() {
		return new Handling();
	}

	@Bean
	ClientResourcesBuilderCustomizer tripCounting(TripCounter trips) {
		return (resources) -> resources.nettyCustomizer(trips);
	}

}
