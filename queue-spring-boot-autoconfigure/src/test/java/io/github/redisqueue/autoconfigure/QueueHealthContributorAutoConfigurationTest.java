package io.github.redisqueue.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class QueueHealthContributorAutoConfigurationTest {

	private static final String CONTRIBUTOR = "redisQueueHealthContributor";

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withConfiguration(AutoConfigurations.of(QueueHealthContributorAutoConfiguration.class));

	@Test
	void theHealthIsThereWithTheLibraryOnly() {
		this.runner.run((context) -> assertThat(context).hasBean(CONTRIBUTOR));
		this.runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CONTRIBUTOR));
	}

	@ParameterizedTest
	@ValueSource(strings = { "management.health.redis-queue.enabled=false", "redis-queue.enabled=false" })
	void theHealthIsNotThereWhereItOrAllIsSwitchedOff(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CONTRIBUTOR));
	}

	@Test
	void theHealthGivesWayToABeanOfTheApplication() {
		HealthIndicator own = () -> Health.up().build();
		this.runner.withBean(CONTRIBUTOR, HealthContributor.class, () -> own)
			.run((context) -> assertThat(context.getBean(HealthContributor.class)).isSameAs(own));
	}

}
