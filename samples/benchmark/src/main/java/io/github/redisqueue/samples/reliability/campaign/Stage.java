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
 * Redis, three workers, and the application of the campaign itself, which sends, counts
 * and looks, but does not listen. Stays for several cells. Not thread-safe.
 */
record Stage(Setting setting, Servers servers, Workers workers,
		ConfigurableApplicationContext application) implements AutoCloseable {

	static Stage open(Setting setting, Path directory, @Nullable Path previous) throws InterruptedException {
		Servers servers = setting.start();
		Workers workers = new Workers(servers, directory, previous);
		try {
			Map<String, String> properties = CampaignQueues.properties();
			properties.putAll(servers.connection(Servers.CAMPAIGN));
			properties.put("redis-queue.cleaner.enabled", "false");
			ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
				.logStartupInfo(false)
				.run(Program.arguments(properties));
			workers.start();
			return new Stage(setting, servers, workers, application);
		}
		catch (RuntimeException | InterruptedException ex) {
			workers.close();
			servers.close();
			throw ex;
		}
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
