package io.github.redisqueue.console;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.protocol.RedisCommand;
import org.junit.jupiter.api.Test;

import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which types of ours a request of the page for a job passes on its way to Redis: those
 * on the stacks of the thread of the web server and of the thread that sends the command
 * of {@code find}. Interfaces do not count.
 */
@RedisTest
class FindWalkTest {

	private static final int MAX = 13;

	private static final String OURS = "io.github.redisqueue.";

	/** Filled by the next command of {@code find}, if it is empty. */
	private final Set<String> types = new ConcurrentSkipListSet<>();

	@Test
	void aJobIsFoundOnAShortWay(TestRedis redis) {
		ConsoleContexts.with(ConsoleContexts.servlet(), redis)
			.withPropertyValues("redis-queue.console.allow-unprotected=true")
			.withBean(LettuceClientOptionsBuilderCustomizer.class,
					() -> (options) -> options
						.timeoutOptions(TimeoutOptions.builder().timeoutSource(new Watch()).build()))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(WorkQueues.class).get("orders").add(Job.of("a", new byte[0]));
				ConsoleClient browser = new ConsoleClient(context);
				assertThat(browser.get("/api/queues/orders/jobs?id=a").at("/id").asString()).isEqualTo("a");
				assertThat(this.types).hasSizeLessThanOrEqualTo(MAX)
					.filteredOn((type) -> type.matches(".*\\.(admin|console|endpoint)\\..*"))
					.extracting(ClassUtils::getShortName)
					.containsExactlyInAnyOrder("ServletConsole", "QueueConsole", "QueueAdmin", "JobReader",
							"QueueCalls");
			});
	}

	/** Lettuce asks it on the thread that sends a command. */
	private final class Watch extends TimeoutSource {

		@Override
		public long getTimeout(RedisCommand<?, ?, ?> command) {
			List<StackTraceElement> sender = ours(Thread.currentThread().getStackTrace());
			if (FindWalkTest.this.types.isEmpty()
					&& sender.stream().anyMatch((frame) -> frame.getMethodName().equals("find"))) {
				List<StackTraceElement> waiting = Thread.getAllStackTraces()
					.values()
					.stream()
					.map(FindWalkTest::ours)
					.filter((stack) -> names(stack).contains(QueueConsole.class.getName()))
					.findFirst()
					.orElseThrow();
				FindWalkTest.this.types.addAll(names(sender));
				FindWalkTest.this.types.addAll(names(waiting));
			}
			return -1;
		}

	}

	private static List<StackTraceElement> ours(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.filter((frame) -> frame.getClassName().startsWith(OURS) && !frame.getClassName().contains("$$Lambda")
					&& !frame.getClassName().contains("FindWalkTest")
					&& !ClassUtils.resolveClassName(frame.getClassName(), null).isInterface())
			.toList();
	}

	private static List<String> names(List<StackTraceElement> stack) {
		return stack.stream().map(StackTraceElement::getClassName).toList();
	}

}
