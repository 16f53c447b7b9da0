package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.template.QueueOperations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.ReactiveTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.mockito.Mockito.mock;

/**
 * {@code redis-queue.template.after-commit} in applications with and without transactions
 * of their own.
 */
@ExtendWith(OutputCaptureExtension.class)
class AfterCommitPropertyTest {

	private static final String NO_EFFECT = "redis-queue.template.after-commit has no effect";

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withPropertyValues("redis-queue.template.after-commit=true");

	@Test
	void isSaidToHaveNoEffectWithoutATransactionManager(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(QueueOperations.class);
			assertThat(output).contains("WARN", NO_EFFECT
					+ ": the application has no PlatformTransactionManager, so its jobs are sent"
					+ " outside of transactions, that is at once. Remove the property, or add a transaction manager");
		});
	}

	@Test
	void isRefusedIfAllTransactionsAreReactive(CapturedOutput output) {
		assertThatException().isThrownBy(
				() -> SpringApplication.run(ReactiveApplication.class, "--redis-queue.template.after-commit=true")
					.close());
		FailureAnalysisTest.assertThatOutput(output,
				"redis-queue.template.after-commit is true, but the application has reactive transactions only: those of"
						+ " 'reactiveTransactions'.",
				"Set redis-queue.template.after-commit to false, or remove it, and send jobs when the reactive"
						+ " transaction has completed");
	}

	@Test
	void isAcceptedIfSomeTransactionsAreReactive(CapturedOutput output) {
		this.runner.withUserConfiguration(ReactiveApplication.class)
			.withBean(DataSourceTransactionManager.class,
					() -> new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:unused")))
			.run((context) -> {
				assertThat(context).hasSingleBean(QueueOperations.class);
				assertThat(output).doesNotContain(NO_EFFECT);
			});
	}

	@Test
	void doesNotConcernApplicationsThatDoNotSetIt(CapturedOutput output) {
		QueueContexts.withoutRedis().withUserConfiguration(ReactiveApplication.class).run((context) -> {
			assertThat(context).hasSingleBean(QueueOperations.class);
			assertThat(output).doesNotContain(NO_EFFECT);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class,
			QueueAutoConfiguration.class })
	static class ReactiveApplication {

		@Bean
		ReactiveTransactionManager reactiveTransactions() {
			return mock(ReactiveTransactionManager.class);
		}

	}

}
