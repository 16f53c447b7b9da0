package io.github.redisqueue.endpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The endpoint over JMX.
 */
@RedisTest
class EndpointOverJmxTest {

	private final TestRedis redis;

	EndpointOverJmxTest(TestRedis redis) {
		this.redis = redis;
	}

	private void run(BiConsumer<Bean, WorkerQueue> test) {
		run(EndpointContexts.jmx(this.redis), test);
	}

	private static void run(ApplicationContextRunner runner, BiConsumer<Bean, WorkerQueue> test) {
		runner.run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(new Bean(context.getBean(MBeanServer.class), context.getBean(AuditEventRepository.class)),
					context.getBean(WorkQueues.class).forWorker("orders"));
		});
	}

	@Test
	void showsQueuesAndDeadLettersOrTellsWhyItDoesNot() {
		run((bean, queue) -> {
			assertThatException().isThrownBy(() -> bean.invoke("queue", "oders"))
				.withStackTraceContaining("no queue 'oders'");
			bury(queue, "a", "b");
			assertThat(bean.invoke("queues")).extracting("queues")
				.asInstanceOf(InstanceOfAssertFactories.LIST)
				.hasSize(1);
			assertThat(bean.invoke("queue", "orders")).containsEntry("name", "orders").containsKey("listeners");
			assertThat(bean.invoke("deadLetters", "orders", null, "1", null, null, null)).containsEntry("total", 2L)
				.containsEntry("nextOffset", 1L);
			assertThat(bean.invoke("deadLetter", "orders", "a")).containsEntry("payload", "******");
			assertThat(bean.invoke("jobs", "orders", "dead", null, "1")).containsKeys("jobs", "nextCursor");
			assertThat(bean.invoke("job", "orders", "a")).containsEntry("state", "dead")
				.containsEntry("payload", "******");
		});
	}

	@Test
	void whoUsesJmxCountsAsAuthorized() {
		run(EndpointContexts.jmx(this.redis)
			.withPropertyValues("management.endpoint.queues.show-values=when-authorized"), (bean, queue) -> {
				bury(queue, "a");
				assertThat(bean.invoke("deadLetter", "orders", "a")).containsEntry("payload", "payload of a");
			});
	}

	@Test
	void changesQueues() {
		run((bean, queue) -> {
			bury(queue, "a", "b", "c", "d");
			bean.invoke("pause", "orders");
			assertThat(queue.counts().paused()).isTrue();
			bean.invoke("resume", "orders");
			assertThat(queue.counts().paused()).isFalse();
			assertThat(bean.invoke("clean", "orders", "deep")).containsEntry("depth", "deep");
			assertThat(bean.invoke("audit", "orders", null)).containsEntry("mended", 0L);
			assertThat(bean.invoke("repair", "orders", "true", "1m")).containsEntry("dryRun", true);
			assertThat(bean.invoke("redrive", "orders", "a", "better", null)).containsEntry("redriven", 1);
			assertThat(bean.invoke("purge", "orders", "b")).containsEntry("purged", 1);
			assertThat(bean.invoke("redriveAll", "orders", null, null, null, null)).containsEntry("redriven", 2L);
			assertThat(bean.invoke("reschedule", "orders", "a", "1h", null)).containsEntry("delay", "PT1H");
			assertThat(bean.invoke("cancel", "orders", "a")).containsEntry("cancelled", 1);
			assertThat(bean.invoke("purgeAll", "orders")).containsEntry("purged", 0L);
			assertThat(bean.audit.find("anonymous", null, null)).hasSize(11);
		});
	}

	@Test
	void hasOnlyReadingOperationsIfOnlyReadingIsAllowed() {
		run(EndpointContexts.jmx(this.redis).withPropertyValues("management.endpoint.queues.access=READ_ONLY"),
				(bean, queue) -> assertThat(bean.operations()).containsExactlyInAnyOrder("queues", "queue",
						"deadLetters", "deadLetter", "jobs", "job"));
	}

	/**
	 * The MBean of the endpoint.
	 */
	private static final class Bean {

		private final MBeanServer server;

		private final ObjectName name;

		private final AuditEventRepository audit;

		Bean(MBeanServer server, AuditEventRepository audit) {
			this.server = server;
			this.audit = audit;
			try {
				this.name = server
					.queryNames(new ObjectName("org.springframework.boot:type=Endpoint,name=Queues,*"), null)
					.iterator()
					.next();
			}
			catch (Exception ex) {
				throw new AssertionError(ex);
			}
		}

		@SuppressWarnings("unchecked")
		Map<String, Object> invoke(String operation, String... arguments) {
			String[] signature = new String[arguments.length];
			Arrays.fill(signature, String.class.getName());
			try {
				return (Map<String, Object>) this.server.invoke(this.name, operation, arguments, signature);
			}
			catch (MBeanException ex) {
				throw new IllegalStateException(ex.getTargetException());
			}
			catch (Exception ex) {
				throw new AssertionError(ex);
			}
		}

		List<String> operations() {
			try {
				MBeanInfo info = this.server.getMBeanInfo(this.name);
				return Arrays.stream(info.getOperations()).map((operation) -> operation.getName()).toList();
			}
			catch (Exception ex) {
				throw new AssertionError(ex);
			}
		}

	}

}
