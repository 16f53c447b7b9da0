package io.github.redisqueue.endpoint;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.OpenApplication;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonPathValueAssert;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uses the endpoint over HTTP, with Spring MVC and a real Redis. Tests that need nothing
 * of their own use the same application, one after the other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EndpointTests {

	final TestRedis redis;

	private @Nullable OpenApplication shared;

	EndpointTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void forgetAllJobs() {
		this.redis.keys().forEach((key) -> this.redis.commands().del(key));
	}

	@AfterAll
	void close() {
		if (this.shared != null) {
			this.shared.close();
		}
	}

	WebApplicationContextRunner runner() {
		return EndpointContexts.servlet(this.redis);
	}

	/** Uses the application that all share. */
	void run(BiConsumer<Http, WorkerQueue> test) {
		this.shared = (this.shared != null) ? this.shared : new OpenApplication(runner());
		use((WebApplicationContext) this.shared.context(), test);
	}

	/** Runs an application of its own. */
	static void run(WebApplicationContextRunner runner, BiConsumer<Http, WorkerQueue> test) {
		runner.run((context) -> {
			assertThat(context).hasNotFailed();
			use(context, test);
		});
	}

	private static void use(WebApplicationContext context, BiConsumer<Http, WorkerQueue> test) {
		test.accept(new Http(context), context.getBean(WorkQueues.class).forWorker("orders"));
	}

	/**
	 * A client of the application.
	 */
	static final class Http {

		private final MockMvcTester mvc;

		private final AuditEventRepository audit;

		/** Those of other tests. */
		private final int eventsBefore;

		Http(WebApplicationContext context) {
			this.mvc = MockMvcTester.from(context);
			this.audit = context.getBean(AuditEventRepository.class);
			this.eventsBefore = this.audit.find(null, null, null).size();
		}

		MvcTestResult get(String path) {
			return this.mvc.get().uri(uri(path)).exchange();
		}

		MvcTestResult get(String path, String user, String... roles) {
			return this.mvc.get().uri(uri(path)).with((request) -> {
				request.setUserPrincipal(() -> user);
				for (String role : roles) {
					request.addUserRole(role);
				}
				return request;
			}).exchange();
		}

		MvcTestResult post(String path) {
			return post(path, "{}");
		}

		MvcTestResult post(String path, String json) {
			return this.mvc.post().uri(uri(path)).contentType(MediaType.APPLICATION_JSON).content(json).exchange();
		}

		MvcTestResult postAs(String user, String path, String json) {
			return this.mvc.post()
				.uri(uri(path))
				.contentType(MediaType.APPLICATION_JSON)
				.content(json)
				.principal(() -> user)
				.exchange();
		}

		MvcTestResult postWithoutBody(String path) {
			return this.mvc.post().uri(uri(path)).contentType(MediaType.APPLICATION_JSON).exchange();
		}

		MvcTestResult exchange(HttpMethod method, String path) {
			return this.mvc.method(method).uri(uri(path)).exchange();
		}

		MvcTestResult delete(String path) {
			return exchange(HttpMethod.DELETE, path);
		}

		/** The path is encoded already. */
		private static URI uri(String path) {
			return URI.create("/actuator/queues" + path);
		}

		List<AuditEvent> events() {
			List<AuditEvent> all = this.audit.find(null, null, null);
			return all.subList(this.eventsBefore, all.size());
		}

		AuditEvent lastEvent() {
			List<AuditEvent> events = events();
			assertThat(events).isNotEmpty();
			return events.get(events.size() - 1);
		}

	}

	/** What a response has at a path of its JSON. */
	static JsonPathValueAssert assertThatJson(MvcTestResult response, String path) {
		assertThat(response).hasStatusOk();
		return assertThat(response).bodyJson().extractingPath(path);
	}

	static void assertThatRefused(MvcTestResult response, int status, String... reason) {
		assertThat(response).hasStatus(status);
		assertThat(response).bodyJson().extractingPath("$.error").asString().contains(reason);
	}

	static void assertThatAudited(Http http, String type, Map<String, Object> data) {
		AuditEvent event = http.lastEvent();
		assertThat(event.getType()).isEqualTo(type);
		assertThat(event.getPrincipal()).isEqualTo("anonymous");
		assertThat(event.getData()).containsEntry("queue", "orders").containsAllEntriesOf(data);
	}

}
