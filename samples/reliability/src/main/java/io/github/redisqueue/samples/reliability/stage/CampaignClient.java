package io.github.redisqueue.samples.reliability.stage;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.template.QueueOperations;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The application of the campaign itself, which sends, counts and looks, but does not
 * listen.
 */
final class CampaignClient implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	CampaignClient(Servers servers) {
		Map<String, String> properties = new LinkedHashMap<>(CampaignQueues.properties());
		properties.putAll(servers.connection(Servers.CAMPAIGN));
		properties.put("redis-queue.cleaner.enabled", "false");
		this.context = new SpringApplicationBuilder(Application.class).logStartupInfo(false)
			.run(properties.entrySet()
				.stream()
				.map((property) -> "--" + property.getKey() + "=" + property.getValue())
				.toArray(String[]::new));
	}

	QueueOperations template() {
		return this.context.getBean(QueueOperations.class);
	}

	WorkQueues queues() {
		return this.context.getBean(WorkQueues.class);
	}

	StringRedisTemplate redis() {
		return this.context.getBean(StringRedisTemplate.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
