package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Contexts whose parent has queues.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class ChildContextTest {

	private final ApplicationContextRunner runner;

	ChildContextTest(TestRedis redis) {
		this.runner = QueueContexts.with(redis);
	}

	@Test
	void sendToTheirOwnQueuesWhateverTheParentSendsWith() {
		this.runner.withPropertyValues("redis-queue.key-prefix=parent")
			.withBean("own", QueueOperations.class, () -> mock(QueueOperations.class))
			.run((parent) -> this.runner.withParent(parent).withBean(Sender.class).run((child) -> {
				child.getBean(Sender.class).queues().send("jobs", "text");
				assertThat(child.getBean(WorkQueues.class).get("jobs").counts().ready()).isOne();
			}));
	}

	@Test
	void withHandlersButWithoutQueuesOfTheirOwnAreWarnedOf(CapturedOutput output) {
		this.runner.run((parent) -> {
			this.runner.withParent(parent).withBean("heard", QueueContexts.Listener.class).run((child) -> {
				assertThat(output).doesNotContain("nothing calls them");
				try (AnnotationConfigApplicationContext without = new AnnotationConfigApplicationContext()) {
					without.setParent(child);
					without.registerBean("unheard", QueueContexts.Listener.class);
					without.registerBean("other", String.class, "text");
					without.refresh();
				}
				assertThat(output.getOut().lines().filter((line) -> line.contains("nothing calls them")))
					.singleElement()
					.asString()
					.contains("WARN", "The beans [unheard] have methods for jobs");
			});
		});
	}

	record Sender(QueueOperations queues) {

	}

}
