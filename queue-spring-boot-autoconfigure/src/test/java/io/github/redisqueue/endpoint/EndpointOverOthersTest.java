package io.github.redisqueue.endpoint;

import java.net.URI;
import java.time.Duration;
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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The endpoint over JMX, and with Spring WebFlux.
 */
@RedisTest
class EndpointOverOthersTest {

	private final TestRedis redis;

	EndpointOverOthersTest(TestRedis redis) {
		this.redis = redis;
	}

	@Nested
	class OverJmx {

		private void run(BiConsumer<Bean, WorkerQueue> test) {
			run(EndpointContexts.jmx(EndpointOverOthersTest.this.redis), test);
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
			run(EndpointContexts.jmx(EndpointOverOthersTest.this.redis)
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
			run(EndpointContexts.jmx(EndpointOverOthersTest.this.redis)
				.withPropertyValues("management.endpoint.queues.access=READ_ONLY"),
					(bean, queue) -> assertThat(bean.operations()).containsExactlyInAnyOrder("queues", "queue",
							"deadLetters", "deadLetter", "jobs", "job"));
		}

	}

	@Nested
	class OverWebFlux {

		private void run(BiConsumer<ApplicationContext, WorkerQueue> test) {
			EndpointContexts.reactive(EndpointOverOthersTest.this.redis).run((context) -> {
				assertThat(context).hasNotFailed();
				test.accept(context, context.getBean(WorkQueues.class).forWorker("orders"));
			});
		}

		private static WebTestClient.ResponseSpec exchange(ApplicationContext context, HttpMethod method, String path,
				String json) {
			WebTestClient.RequestBodySpec request = WebTestClient.bindToApplicationContext(context)
				.configureClient()
				.responseTimeout(Duration.ofMinutes(1))
				.build()
				.method(method)
				.uri(URI.create("/actuator/queues" + path))
				.contentType(MediaType.APPLICATION_JSON);
			return (json.isEmpty() ? request : request.bodyValue(json)).exchange();
		}

		private static WebTestClient.BodyContentSpec get(ApplicationContext context, String path) {
			return exchange(context, HttpMethod.GET, path, "").expectStatus().isOk().expectBody();
		}

		private static WebTestClient.BodyContentSpec post(ApplicationContext context, String path, String json) {
			return exchange(context, HttpMethod.POST, path, json).expectStatus().isOk().expectBody();
		}

		@Test
		void showsAndChangesQueuesAndAuditsThat() {
			run((context, queue) -> {
				bury(queue, "a/b", "c");
				get(context, "").jsonPath("$.queues[0].counts.dead").isEqualTo(2);
				get(context, "/orders").jsonPath("$.listeners").isEmpty();
				get(context, "/orders/dead-letters?count=1").jsonPath("$.deadLetters[0].id").isEqualTo("c");
				get(context, "/orders/dead-letters?id=a%2Fb").jsonPath("$.payload").isEqualTo("******");
				exchange(context, HttpMethod.GET, "/oders", "").expectStatus()
					.isNotFound()
					.expectBody()
					.jsonPath("$.error")
					.isNotEmpty();
				post(context, "/orders/pause", "").jsonPath("$.paused").isEqualTo(true);
				assertThat(queue.counts().paused()).isTrue();
				assertThat(context.getBean(AuditEventRepository.class).find("anonymous", null, "QUEUE_PAUSED"))
					.hasSize(1);
				post(context, "/orders/redrive", "{\"rate\":100}").jsonPath("$.redriven").isEqualTo(2);
				exchange(context, HttpMethod.DELETE, "/orders/jobs?id=c", "").expectStatus().isOk();
				assertThat(queue.counts().ready()).isOne();
				exchange(context, HttpMethod.POST, "/orders/clean", "{\"depth\":\"thorough\"}").expectStatus()
					.isBadRequest();
			});
		}

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
