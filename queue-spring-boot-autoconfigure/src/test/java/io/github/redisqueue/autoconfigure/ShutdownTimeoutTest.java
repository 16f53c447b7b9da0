package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that stop sooner than their listeners may.
 */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownTimeoutTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
		.withPropertyValues("redis-queue.listener.auto-startup=false")
		.withBean("shop", Shop.class);

	@Test
	void areWarnedOfAtTheStartWithBothTimeouts(CapturedOutput output) {
		this.runner
			.withPropertyValues("redis-queue.queues.orders.listener.shutdown-timeout=40s",
					"redis-queue.queues.mails.listener.shutdown-timeout=30s")
			.run((context) -> assertThat(output)
				.contains("Listener 'shop.ship' on queue 'orders' waits up to 40000ms for running handlers when the"
						+ " application stops (redis-queue.listener.shutdown-timeout), but Spring waits only 30000ms"
						+ " (spring.lifecycle.timeout-per-shutdown-phase)")
				.doesNotContain("'mails'"));
	}

	@Test
	void areThoseWhoseApplicationSaysSo(CapturedOutput output) {
		this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=5s")
			.run((context) -> assertThat(output.getOut().lines().filter((line) -> line.contains("waits up to 20000ms")))
				.as("once for both listeners")
				.singleElement()
				.asString()
				.contains("Spring waits only 5000ms"));
	}

	static class Shop {

		@QueueListener("orders")
		void ship(String order) {
		}

		@QueueListener("mails")
		void mail(String order) {
		}

	}

}
