package io.github.redisqueue.console;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.OpenApplication;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uses the console over HTTP, with a real web server and a real Redis. Tests that need no
 * properties of their own use the same application, one after the other.
 */
@ParameterizedClass
@EnumSource(Web.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConsoleOverHttpTests {

	@Parameter
	Web web;

	final TestRedis redis;

	private @Nullable OpenApplication shared;

	ConsoleOverHttpTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void forgetAllJobs() {
		this.redis.keys().forEach((key) -> this.redis.commands().del(key));
	}

	@AfterParameterizedClassInvocation
	void close() {
		if (this.shared != null) {
			this.shared.close();
			this.shared = null;
		}
	}

	/** An application that lets users in by name and password. */
	final AbstractApplicationContextRunner<?, ?, ?> application(String... properties) {
		return this.web.application(this.redis, this.web.users, properties);
	}

	/** Runs the application, and uses its console as an operator. */
	void run(BiConsumer<ConsoleClient, WorkerQueue> test, String... properties) {
		runApplication((context) -> test.accept(new ConsoleClient(context).as("op").withToken(),
				context.getBean(WorkQueues.class).forWorker("orders")), properties);
	}

	void runApplication(Consumer<ApplicationContext> test, String... properties) {
		if (properties.length == 0) {
			this.shared = (this.shared != null) ? this.shared : new OpenApplication(application());
			test.accept(this.shared.context());
			return;
		}
		application(properties).run((context) -> {
			assertThat(context.getStartupFailure()).isNull();
			test.accept(context);
		});
	}

}
