package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PermissionDeniedDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What Boot's properties say of passwords and users holds for the queues too.
 */
@ExtendWith(OutputCaptureExtension.class)
class CredentialsTest {

	private static final List<String> ALL_QUEUES = List.of("leased", "streamed", "listed", "sorted", "spread");

	private static final String PASSWORD = "secret-of-all";

	private final PrivateRedis server = PrivateRedis.start("requirepass " + PASSWORD);

	private final RedisClient client = RedisClient.create(RedisURI.builder()
		.withHost("127.0.0.1")
		.withPort(this.server.port())
		.withPassword(PASSWORD.toCharArray())
		.build());

	private final RedisCommands<String, String> admin = this.client.connect().sync();

	@AfterEach
	void stopServer() {
		this.client.shutdown(Duration.ZERO, Duration.ZERO);
		this.server.close();
	}

	private ApplicationContextRunner application(String... properties) {
		return applicationWithoutListener(properties).withBean(Listener.class);
	}

	private ApplicationContextRunner applicationWithoutListener(String... properties) {
		return QueueContexts.metered(QueueContexts.withoutRedis())
			.withPropertyValues("spring.data.redis.port=" + this.server.port(), "spring.data.redis.client-name=shop",
					"redis-queue.queues.leased.type=lease", "redis-queue.queues.streamed.type=stream",
					"redis-queue.queues.listed.type=list", "redis-queue.queues.sorted.type=delayed",
					"redis-queue.queues.spread.shards=3", "redis-queue.retry.delay=10ms",
					"redis-queue.retry.jitter=0ms", "redis-queue.cleaner.light-interval=50ms")
			.withPropertyValues(properties);
	}

	private ApplicationContextRunner applicationOf(DocumentedUser user) {
		user.setUp("worker", this.admin);
		return application("spring.data.redis.username=worker", "spring.data.redis.password=" + user.password());
	}

	/** One without listeners and cleaners. */
	private ApplicationContextRunner applicationOf(String name) {
		boolean old = this.admin.info("server").contains("redis_version:6.");
		DocumentedUser documented = DocumentedUser.of(name);
		DocumentedUser user = old ? documented.withoutSelectors() : documented;
		user.setUp(name, this.admin);
		return applicationWithoutListener("spring.data.redis.username=" + name,
				"spring.data.redis.password=" + user.password(), "redis-queue.cleaner.enabled=false");
	}

	@Test
	void aWrongPasswordIsToldOf(CapturedOutput output) {
		application("spring.data.redis.password=wrong").run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			// Of a connection that is closed before it was refused Redis says nothing.
			await().untilAsserted(() -> assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> queues.send("leased", "hello"))
				.withMessageContaining("spring.data.redis.password")
				.havingRootCause()
				.withMessageContaining("WRONGPASS"));
			await().until(() -> output.getOut()
				.lines()
				.anyMatch((line) -> line.contains("WARN")
						&& line.contains("Cannot lease jobs from queues 'leased', 'listed'")
						&& line.contains("WRONGPASS")));
		});
	}

	@Test
	void thatAPasswordIsMissingIsToldOf() {
		applicationWithoutListener("redis-queue.cleaner.enabled=false")
			.run((context) -> await().untilAsserted(() -> assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> context.getBean(QueueOperations.class).send("leased", "hello"))
				.withMessageContaining("spring.data.redis.password")
				.havingRootCause()
				.withMessageContaining("NOAUTH")));
	}

	@Test
	void aUserWhoMayDoJustWhatTheDocumentationSaysIsRefusedNothing() {
		applicationOf(DocumentedUser.of("worker")).run((context) -> {
			Listener listener = context.getBean(Listener.class);
			for (String queue : Listener.QUEUES) {
				context.getBean(QueueOperations.class).sendAll(queue, List.of("hello", "failing"));
			}
			await().until(() -> listener.handled.containsAll(Listener.QUEUES));
			await().until(() -> listener.retried.containsAll(Listener.QUEUES));
			for (String queue : Listener.QUEUES) {
				context.getBean(WorkQueues.class).forWorker(queue).clean(CleanDepth.DEEP);
				await().until(() -> !Double.isNaN(gauge(context, queue)));
			}
			assertThat(refusals("worker")).isEmpty();
			assertThat(this.admin.clientList()).contains("name=shop", "user=worker");
		});
	}

	@Test
	void anApplicationThatOnlySendsNeedsNoMoreThanTheDocumentationSays() {
		for (int i = 0; i < 2; i++) {
			applicationOf("sender").run((context) -> {
				QueueOperations queues = context.getBean(QueueOperations.class);
				for (String queue : ALL_QUEUES) {
					SendRequest hello = SendRequest.of("hello").withId("one").withHeader("from", "test");
					queues.send(queue, hello);
					assertThat(queues.send(queue, hello).isNew()).isFalse();
					queues.sendAll(queue, List.of("hello", "again"));
					queues.send(queue, SendRequest.of("later").withDelay(Duration.ofHours(1)));
				}
				assertThat(refusals("sender")).isEmpty();
			});
		}
	}

	@Test
	void anApplicationThatOnlyCountsNeedsNoMoreThanTheDocumentationSays() {
		applicationOf("observer").run(this::countsAllQueues);
		applicationOf("sender").run((context) -> ALL_QUEUES
			.forEach((queue) -> context.getBean(QueueOperations.class).send(queue, "hello")));
		applicationOf("observer").run(this::countsAllQueues);
	}

	private void countsAllQueues(AssertableApplicationContext context) {
		for (String queue : ALL_QUEUES) {
			await().until(() -> !Double.isNaN(gauge(context, queue)));
			context.getBean(WorkQueues.class).get(queue).counts();
		}
		assertThat(refusals("observer")).isEmpty();
	}

	@Test
	void whatTheUserMayNotDoIsToldOfOnceAndTriedAgainSlowly(CapturedOutput output) {
		applicationOf(DocumentedUser.of("worker").without("lrange"))
			.withPropertyValues("redis-queue.cleaner.enabled=false")
			.run((context) -> {
				await().until(() -> output.getOut().contains("Cannot lease jobs from queue 'leased'"));
				long before = refusals("worker").get("lrange");
				await().during(Duration.ofSeconds(1)).until(() -> refusals("worker").get("lrange") - before < 20);
				assertThat(output.getOut().lines().filter((line) -> line.contains("from queue 'leased'")))
					.singleElement()
					.asString()
					.contains("WARN",
							"The Redis user has no permission for a command or key that lease/lease.lua needs",
							"docs/security.md", "ACL LOG")
					.doesNotContain("Is Redis running");
				assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
					.isThrownBy(() -> context.getBean(WorkQueues.class).forWorker("leased").lease(1));
			});
	}

	@Test
	void aPermissionThatIsGrantedLaterHelpsAtOnce() {
		DocumentedUser user = DocumentedUser.of("worker");
		applicationOf(user.without("lrange")).run((context) -> {
			context.getBean(QueueOperations.class).send("leased", "hello");
			await().until(() -> refusals("worker").containsKey("lrange"));
			user.setUp("worker", this.admin);
			await().until(() -> context.getBean(Listener.class).handled.contains("leased"));
		});
	}

	@Test
	void whoMayNotWaitForBellsIsToldSoAndFindsJobsByPolling(CapturedOutput output) {
		applicationOf(DocumentedUser.of("worker").without("blpop")).run((context) -> {
			await().until(() -> output.getOut().contains("has no permission to read the bells of queues"));
			context.getBean(QueueOperations.class).send("leased", "hello");
			await().until(() -> context.getBean(Listener.class).handled.contains("leased"));
			await().until(() -> refusals("worker").get("blpop") > 2);
			assertThat(output.getOut().split("to read the bells of queues", -1)).hasSize(2);
		});
	}

	/**
	 * How often which command was refused, but for what Lettuce tells of itself and for
	 * the look at the eviction policy, which need not be allowed.
	 */
	private Map<String, Long> refusals(String user) {
		return this.admin.aclLog()
			.stream()
			.filter((entry) -> user.equals(entry.get("username")))
			.filter((entry) -> !entry.get("object").toString().startsWith("client"))
			.filter((entry) -> !"info".equals(entry.get("object")))
			.collect(Collectors.toMap((entry) -> entry.get("object").toString(), (entry) -> (Long) entry.get("count"),
					Long::sum));
	}

	private static double gauge(AssertableApplicationContext context, String queue) {
		return context.getBean(MeterRegistry.class).get("redis.queue.ready").tag("queue", queue).gauge().value();
	}

	static class Listener {

		private static final List<String> QUEUES = List.of("leased", "streamed", "listed", "sorted");

		private final Set<String> handled = ConcurrentHashMap.newKeySet();

		private final Set<String> retried = ConcurrentHashMap.newKeySet();

		@QueueListener(id = "leased", queue = "leased")
		@QueueListener(id = "streamed", queue = "streamed")
		@QueueListener(id = "listed", queue = "listed")
		@QueueListener(id = "sorted", queue = "sorted")
		void handle(String text, Lease lease) {
			if (text.equals("failing") && lease.attempt() == 1) {
				throw new IllegalStateException("failing once");
			}
			(text.equals("failing") ? this.retried : this.handled).add(lease.queue());
		}

	}

}
