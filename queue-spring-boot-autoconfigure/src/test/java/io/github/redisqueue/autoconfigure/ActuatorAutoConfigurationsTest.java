package io.github.redisqueue.autoconfigure;

import java.util.Arrays;

import io.github.redisqueue.endpoint.QueuesEndpoint;
import io.github.redisqueue.endpoint.QueuesEndpointJmxExtension;
import io.github.redisqueue.endpoint.QueuesEndpointWebExtension;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When an application has the endpoint, and when it has the health of queues.
 */
class ActuatorAutoConfigurationsTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withConfiguration(
				AutoConfigurations.of(EndpointAutoConfiguration.class, QueuesEndpointAutoConfiguration.class));

	private static void assertThatNothingIsThere(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		assertThat(Arrays.stream(context.getBeanDefinitionNames())).noneMatch(
				(name) -> name.startsWith(Internal.PREFIX + "endpoint") || name.contains("QueuesEndpointProperties"));
	}

	@Test
	void costsNothingWhereItIsNotExposed() {
		this.runner.run(ActuatorAutoConfigurationsTest::assertThatNothingIsThere);
		this.runner.withPropertyValues("management.endpoints.web.exposure.include=health")
			.run(ActuatorAutoConfigurationsTest::assertThatNothingIsThere);
	}

	@Test
	void isThereWhereItIsExposedOverHttp() {
		this.runner.withPropertyValues("management.endpoints.web.exposure.include=queues")
			.run((context) -> assertThat(context).hasSingleBean(QueuesEndpoint.class)
				.hasSingleBean(QueuesEndpointWebExtension.class)
				.doesNotHaveBean(QueuesEndpointJmxExtension.class));
	}

	@Test
	void isThereWhereItIsExposedOverJmx() {
		this.runner.withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=queues")
			.run((context) -> assertThat(context).hasSingleBean(QueuesEndpoint.class)
				.hasSingleBean(QueuesEndpointJmxExtension.class)
				.doesNotHaveBean(QueuesEndpointWebExtension.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "management.endpoint.queues.access=NONE", "redis-queue.enabled=false" })
	void isNotThereWithoutAccessOrQueues(String property) {
		this.runner.withPropertyValues("management.endpoints.web.exposure.include=*", property)
			.run(ActuatorAutoConfigurationsTest::assertThatNothingIsThere);
	}

	@Test
	void isNotThereWithoutActuator() {
		QueueContexts.withoutRedis()
			.withConfiguration(AutoConfigurations.of(QueuesEndpointAutoConfiguration.class))
			.withPropertyValues("management.endpoints.web.exposure.include=*")
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run(ActuatorAutoConfigurationsTest::assertThatNothingIsThere);
	}

	@Nested
	class TheHealth {

		private static final String CONTRIBUTOR = "redisQueueHealthContributor";

		private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
			.withConfiguration(AutoConfigurations.of(QueueHealthContributorAutoConfiguration.class));

		@Test
		void isThereWithTheLibraryOnly() {
			this.runner.run((context) -> assertThat(context).hasBean(CONTRIBUTOR));
			this.runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
				.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CONTRIBUTOR));
		}

		@ParameterizedTest
		@ValueSource(strings = { "management.health.redis-queue.enabled=false", "redis-queue.enabled=false" })
		void isNotThereWhereItOrAllIsSwitchedOff(String property) {
			this.runner.withPropertyValues(property)
				.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CONTRIBUTOR));
		}

		@Test
		void givesWayToABeanOfTheApplication() {
			HealthIndicator own = () -> Health.up().build();
			this.runner.withBean(CONTRIBUTOR, HealthContributor.class, () -> own)
				.run((context) -> assertThat(context.getBean(HealthContributor.class)).isSameAs(own));
		}

	}

}
