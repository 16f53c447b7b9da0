package io.github.redisqueue.testing.shop;

import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.testing.QueueTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contexts of tests with {@code @QueueTest}.
 */
@RedisTest
class QueueTestTest {

	private static final String EXECUTOR = "applicationTaskExecutor";

	@Test
	void componentsWithSchedulesDeadLetterHandlersInterceptorsAndErrorHandlersAreThere() {
		run(WithShipments.class, (context) -> assertThat(List.of(Inventory.class, Apologies.class, Carriers.class))
			.allSatisfy((type) -> assertThat(context.getBeansOfType(type)).hasSize(1)));
	}

	@Test
	void otherComponentsAreLeftOut() {
		run(WithMinimalShipments.class, (context) -> {
			assertThat(context.getBeansOfType(OrderHandler.class)).hasSize(1);
			assertThat(context.getBeansOfType(Shipments.class)).containsOnlyKeys("minimal");
		});
	}

	@Test
	void filtersIncludeAndExcludeComponents() {
		run(WithFilters.class, (context) -> {
			assertThat(context.getBeansOfType(OrderHandler.class)).isEmpty();
			assertThat(context.getBeansOfType(Shipments.class)).hasSize(1);
		});
	}

	@Test
	void withoutTheDefaultFiltersNoComponentIsFound() {
		run(WithoutFilters.class, (context) -> {
			assertThat(context.getBeansOfType(OrderHandler.class)).isEmpty();
			assertThat(context.getBean(QueueListenerRegistry.class).all()).isEmpty();
		});
	}

	@Test
	void aNestedConfigurationReplacesTheApplication() {
		run(WithAConfiguration.class, (context) -> {
			assertThat(context.getBeansOfType(OrderHandler.class)).isEmpty();
			assertThat(context.getBean("own")).isEqualTo("bean");
		});
	}

	@Test
	void listenersCanBeSwitchedOff() {
		run(WithoutListeners.class, (context) -> {
			assertThat(context.getBean(QueueListenerRegistry.class).all()).hasSize(1)
				.noneMatch(QueueListenerContainer::isRunning);
			context.getBean(QueueOperations.class).send("orders", new Order("A-1", 2));
			assertThat(context.getBean(WorkQueues.class).get("orders").counts().ready()).isOne();
		});
	}

	@Test
	void autoConfigurationsCanBeLeftOut() {
		run(WithoutExecutor.class, (context) -> assertThat(context.containsBean(EXECUTOR)).isFalse());
		run(WithoutFilters.class, (context) -> assertThat(context.containsBean(EXECUTOR)).isTrue());
	}

	@ParameterizedTest
	@ValueSource(classes = { WithConnectionDetails.class, WithAnAddress.class })
	void theRedisOfAContainerOrThatIsConfiguredIsUsed(Class<?> test, TestRedis redis) {
		System.setProperty("test.redis.host", redis.host());
		System.setProperty("test.redis.port", Integer.toString(redis.port()));
		run(test, (context) -> {
			LettuceConnectionFactory connections = context.getBean(LettuceConnectionFactory.class);
			assertThat(connections.getHostName()).isEqualTo(redis.host());
			assertThat(connections.getPort()).isEqualTo(redis.port());
		});
	}

	private static void run(Class<?> test, Consumer<ConfigurableApplicationContext> assertions) {
		TestContext context = new TestContextManager(test).getTestContext();
		try {
			assertions.accept((ConfigurableApplicationContext) context.getApplicationContext());
		}
		finally {
			context.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
		}
	}

	@QueueTest
	@Import(Shipments.class)
	static class WithShipments {

	}

	@QueueTest
	static class WithMinimalShipments {

		@TestConfiguration(proxyBeanMethods = false)
		static class Beans {

			@Bean
			Shipments minimal() {
				return new Shipments();
			}

		}

	}

	@QueueTest(includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Shipments.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = OrderHandler.class))
	static class WithFilters {

	}

	@QueueTest(useDefaultFilters = false)
	static class WithoutFilters {

	}

	@QueueTest
	static class WithAConfiguration {

		@Configuration(proxyBeanMethods = false)
		static class Beans {

			@Bean
			String own() {
				return "bean";
			}

		}

	}

	@QueueTest(listeners = false)
	@Import(Shipments.class)
	static class WithoutListeners {

	}

	@QueueTest(excludeAutoConfiguration = TaskExecutionAutoConfiguration.class, useDefaultFilters = false)
	static class WithoutExecutor {

	}

	@QueueTest(useDefaultFilters = false,
			properties = { "spring.data.redis.host=${test.redis.host}", "spring.data.redis.port=${test.redis.port}" })
	static class WithAnAddress {

	}

	/** A container with {@code @ServiceConnection} becomes such a bean. */
	@QueueTest(useDefaultFilters = false)
	static class WithConnectionDetails {

		@TestConfiguration(proxyBeanMethods = false)
		static class Connection {

			@Bean
			DataRedisConnectionDetails details() {
				return new DataRedisConnectionDetails() {

					@Override
					public Standalone getStandalone() {
						return Standalone.of(System.getProperty("test.redis.host"),
								Integer.getInteger("test.redis.port"));
					}

				};
			}

		}

	}

}
