package io.github.redisqueue.annotation;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The ack mode before does not go well with groups.
 */
@ExtendWith(OutputCaptureExtension.class)
class GroupsAckModeTest {

	private static final String WARNING = "completes the jobs of queue 'orders' before it handles them (ack mode"
			+ " before), so the next job of a group begins while the handler of the one before may still run: the jobs"
			+ " of a group are handled neither one after the other nor in order, although"
			+ " redis-queue.queues.orders.groups.enabled is true. For that, use the ack mode after";

	@Test
	void aListenerThatCompletesItsJobsBeforeIsWarnedOfOnceForEachQueue(CapturedOutput output) {
		runner("before").withBean("one", Listener.class).withBean("other", Other.class).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(QueueListenerContainerFactory.class).create("third", "orders", (lease) -> {
			});
			assertThat(output.getOut().split("completes the jobs of queue 'orders'", -1)).hasSize(2);
			assertThat(output).contains(WARNING);
		});
	}

	@Test
	void thereIsNoWarningWithoutGroupsNorInOtherAckModes(CapturedOutput output) {
		runner("after").withBean("listener", Listener.class).run((context) -> assertThat(context).hasNotFailed());
		QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.listener.ack-mode=before", "redis-queue.listener.auto-startup=false")
			.withBean("listener", Listener.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("completes the jobs");
	}

	private static ApplicationContextRunner runner(String ackMode) {
		return QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.queues.orders.groups.enabled=true",
					"redis-queue.listener.ack-mode=" + ackMode, "redis-queue.listener.auto-startup=false");
	}

	static class Listener {

		@QueueListener("orders")
		void handle(String job) {
		}

	}

	static class Other {

		@QueueListener(queues = { "low", "orders" })
		void handle(String job) {
		}

	}

}
