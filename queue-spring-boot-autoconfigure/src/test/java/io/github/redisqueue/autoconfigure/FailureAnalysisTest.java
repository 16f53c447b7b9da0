package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.embedded.EmbeddedRedisAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-queue.queues.orders.listener.concurrency | 0      | must be a whole number between 1 and 10000, but is '0'.
					redis-queue.queues.orders.prefix               | legacy | must be a text with a hash tag in braces on a Redis Cluster
					redis-queue.enabled                            | maybe  | must be true or false, but is 'maybe'.
					redis-queue.embedded-redis.enabled             | maybe  | must be true or false, but is 'maybe'.
					redis-queue.console.enabled                    | maybe  | must be true or false, but is 'maybe'.
					""")
	void aWrongValueOfAProperty(String property, String value, String description, CapturedOutput output) {
		start(Application.class, "--spring.data.redis.cluster.nodes=127.0.0.1:1", "--" + property + "=" + value);
		assertThatOutput(output, property + " " + description, "Change the value of " + property);
	}

	@Test
	void aValueThatIsNotOfTheTypeOfTheProperty(CapturedOutput output) {
		start(Application.class, "--redis-queue.lease-time=soon");
		assertThatOutput(output, "redis-queue.lease-time", "Update your application's configuration");
	}

	@Test
	void aTypeThatIsNoneOfThose(CapturedOutput output) {
		start(Application.class, "--redis-queue.queues.orders.type=zset");
		assertThatOutput(output, "redis-queue.queues.orders.type", "DELAYED");
		assertThat(output).contains("LEASE", "LIST", "STREAM");
	}

	@Test
	void anImpossibleSignature(CapturedOutput output) {
		start(TwoPayloads.class);
		assertThatOutput(output,
				"The @QueueListener method " + TwoPayloads.class.getName() + ".handle(String, String) of bean '",
				"Keep one parameter for the payload");
	}

	@Test
	void aPlaceholderWithoutValue(CapturedOutput output) {
		start(Placeholder.class);
		assertThatOutput(output, "\"${no.such.property}\"", "Set the property that the placeholder names");
	}

	private static void start(Class<?> application, String... arguments) {
		assertThatException().isThrownBy(() -> SpringApplication.run(application, arguments).close());
	}

	static void assertThatOutput(CapturedOutput output, String description, String action) {
		assertThat(output).containsSubsequence("APPLICATION FAILED TO START", "Description:", description, "Action:",
				action);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ PropertyPlaceholderAutoConfiguration.class, JacksonAutoConfiguration.class,
			EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class, QueueAutoConfiguration.class })
	static class Application {

	}

	@Import(Application.class)
	static class TwoPayloads {

		@QueueListener("jobs")
		void handle(String one, String other) {
		}

	}

	@Import(Application.class)
	static class Placeholder {

		@QueueListener("${no.such.property}")
		void handle(String text) {
		}

	}

}
