package io.github.redisqueue.samples.reliability.campaign;

import java.nio.file.Path;
import java.util.Map;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Redis, three workers, and the application of the campaign. Stays for several cells. Not
 * thread-safe.
 */
final class Stage implements AutoCloseable {

	private final Setting setting;

	private final Servers servers;

	private final Workers workers;

	/**
	 * The application of the campaign itself, which sends, counts and looks, but does not
	 * listen.
	 */
	private final ConfigurableApplicationContext application;

	Stage(Setting setting, Path directory, @Nullable Path previous) throws InterruptedException {
		this.setting = setting;
		this.servers = setting.start();
		this.workers = new Workers(this.servers, directory, previous);
		try {
			Map<String, String> properties = CampaignQueues.properties();
			properties.putAll(this.servers.connection(Servers.CAMPAIGN));
			properties.put("redis-queue.cleaner.enabled", "false");
			this.application = new SpringApplicationBuilder(Application.class).logStartupInfo(false)
				.run(Program.arguments(properties));
			this.workers.start();
		}
		catch (RuntimeException | InterruptedException ex) {
			this.workers.close();
			this.servers.close();
			throw ex;
		}
	}

	Setting setting() {
		return this.setting;
	}

	Servers servers() {
		return this.servers;
	}

	Workers workers() {
		return this.workers;
	}

	<T> T bean(Class<T> type) {
		return this.application.getBean(type);
	}

	WorkerQueue queue(String name) {
		return bean(WorkQueues.class).forWorker(name);
	}

	@Override
	public void close() {
		this.workers.close();
		this.application.close();
		this.servers.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
