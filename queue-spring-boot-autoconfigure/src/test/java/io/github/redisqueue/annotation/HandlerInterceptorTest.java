package io.github.redisqueue.annotation;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;
import org.springframework.core.task.TaskDecorator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HandlerInterceptorTest extends QueueListenerTests {

	private final List<String> trail = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner application;

	HandlerInterceptorTest(TestRedis redis) {
		super(redis, "redis-queue.retry.max-retries=0");
		this.application = this.runner.withBean(Listener.class, () -> new Listener(this.trail));
	}

	@Test
	void interceptorsWrapEachOtherAndTheHandlerInTheirOrderOnItsThread() {
		this.application.withBean("inner", HandlerInterceptor.class, () -> new Recording("inner", 2))
			.withBean("outer", HandlerInterceptor.class, () -> new Recording("outer", 1))
			.run((context) -> {
				send(context, "jobs", "text");
				awaitNothingLeft(context);
				assertThat(this.trail).hasSize(5);
				String thread = this.trail.get(2).substring("handler on ".length());
				assertThat(this.trail).containsExactly("outer begins on " + thread, "inner begins on " + thread,
						"handler on " + thread, "inner ends on " + thread, "outer ends on " + thread);
			});
	}

	@Test
	void taskDecoratorsWrapTheInterceptorsAndSeeNothingOfAFailure() {
		this.application.withBean("inner", HandlerInterceptor.class, () -> (lease, call) -> {
			this.trail.add("interceptor");
			throw new IOException("no tenant");
		}).withBean(TaskDecorator.class, () -> (task) -> () -> {
			this.trail.add("decorator begins");
			task.run();
			this.trail.add("decorator ends");
		}).run((context) -> {
			send(context, "jobs", "text");
			await().until(() -> queue(context).counts().dead() == 1);
			assertThat(queue(context).deadLetters().page(0, 1).get(0).cause().message()).isEqualTo("no tenant");
			assertThat(this.trail).containsExactly("decorator begins", "interceptor", "decorator ends");
		});
	}

	@Test
	void aTaskDecoratorThatDoesNotRunTheTaskFailsTheJob() {
		this.application.withBean(TaskDecorator.class, () -> (task) -> () -> {
		}).run((context) -> {
			send(context, "jobs", "text");
			await().until(() -> queue(context).counts().dead() == 1);
			assertThat(queue(context).deadLetters().page(0, 1).get(0).cause().message()).contains("TaskDecorator");
		});
	}

	@Test
	void aJobWhoseHandlerIsNotCalledIsCompleted() {
		this.application.withBean(HandlerInterceptor.class, () -> (lease, call) -> this.trail.add("skipped"))
			.run((context) -> {
				send(context, "jobs", "text");
				await().until(() -> this.trail.equals(List.of("skipped")));
				awaitNothingLeft(context);
			});
	}

	private final class Recording implements HandlerInterceptor, Ordered {

		private final String name;

		private final int order;

		Recording(String name, int order) {
			this.name = name;
			this.order = order;
		}

		@Override
		public void around(Lease lease, Call call) throws Exception {
			HandlerInterceptorTest.this.trail.add(this.name + " begins on " + Thread.currentThread().getName());
			call.proceed();
			HandlerInterceptorTest.this.trail.add(this.name + " ends on " + Thread.currentThread().getName());
		}

		@Override
		public int getOrder() {
			return this.order;
		}

	}

	static class Listener {

		private final List<String> trail;

		Listener(List<String> trail) {
			this.trail = trail;
		}

		@QueueListener("jobs")
		void handle(String text) {
			this.trail.add("handler on " + Thread.currentThread().getName());
		}

	}

}
