package io.github.redisqueue.observation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.autoconfigure.QueueTracingAutoConfiguration;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.template.SendResult;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.AclSetuserArgs;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryEventPublisherBeansApplicationListener;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.dao.PermissionDeniedDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Traces of a real tracer.
 */
@RedisTest
class TracingTest {

	private final TestRedis redis;

	TracingTest(TestRedis redis) {
		this.redis = redis;
	}

	/**
	 * An application with a tracer.
	 * @param redis its Redis
	 * @return a runner
	 */
	static ApplicationContextRunner runner(TestRedis redis) {
		return QueueContexts.metered(QueueContexts.with(redis))
			.withInitializer((context) -> context
				.addApplicationListener(new OpenTelemetryEventPublisherBeansApplicationListener()))
			.withConfiguration(AutoConfigurations.of(OpenTelemetrySdkAutoConfiguration.class,
					OpenTelemetryTracingAutoConfiguration.class, MicrometerTracingAutoConfiguration.class,
					QueueTracingAutoConfiguration.class))
			.withPropertyValues("management.tracing.sampling.probability=1", "redis-queue.retry.max-retries=1",
					"redis-queue.retry.delay=10ms", "redis-queue.retry.jitter=0")
			.withBean(Spans.class);
	}

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		runner(this.redis).withBean(Shipping.class).run(test);
	}

	/** Sends within an observation, as that of a request would be. */
	private static void observed(AssertableApplicationContext context, Runnable sending) {
		Observation.createNotStarted("request", context.getBean(ObservationRegistry.class)).observe(sending);
	}

	@Test
	void goFromTheSenderThroughDelayRetryDeadLetterAndRedriveToTheHandler() {
		run((context) -> {
			Shipping shipping = context.getBean(Shipping.class);
			shipping.failures = 2;
			QueueOperations queues = context.getBean(QueueOperations.class);
			observed(context,
					() -> queues.send("jobs", SendRequest.of("x").withId("42").withDelay(Duration.ofMillis(10))));
			WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
			await().until(() -> queue.counts().dead() == 1);
			assertThat(queue.deadLetters().redrive(List.of("42"))).isNotEmpty();
			Spans spans = context.getBean(Spans.class);
			await().until(() -> spans.named("handle jobs").size() == 3);
			SpanData request = spans.named("request").get(0);
			assertThat(spans.named("send jobs")).singleElement()
				.satisfies((send) -> assertThat(send.getParentSpanId()).isEqualTo(request.getSpanId()))
				.satisfies((send) -> assertThat(send.getKind()).isEqualTo(SpanKind.PRODUCER));
			String sending = spans.named("send jobs").get(0).getSpanId();
			assertThat(spans.named("handle jobs"))
				.allSatisfy((handling) -> assertThat(handling.getParentSpanId()).isEqualTo(sending))
				.allSatisfy((handling) -> assertThat(handling.getKind()).isEqualTo(SpanKind.CONSUMER))
				.extracting((handling) -> handling.getAttributes().get(AttributeKey.stringKey("outcome")))
				.containsExactly("retry", "bury", "complete");
			assertThat(spans.all).extracting(SpanData::getTraceId).containsOnly(request.getTraceId());
			assertThat(shipping.traces).hasSize(3).containsOnly(request.getTraceId());
		});
	}

	@Test
	void ofABatchHandlerAreTheParentsOfItsCallsAndLinkToItsJobs() {
		runner(this.redis).withBean(Batches.class).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			observed(context, () -> queues.sendAll("batches", List.of("a", "b")));
			Spans spans = context.getBean(Spans.class);
			await().until(() -> spans.named("handle batches").size() == 2);
			SpanData call = spans.named("call").get(0);
			SpanData batch = spans.named("handle batch batches").get(0);
			assertThat(call.getParentSpanId()).isEqualTo(batch.getSpanId());
			assertThat(batch.getKind()).isEqualTo(SpanKind.CONSUMER);
			assertThat(batch.getAttributes().get(AttributeKey.stringKey("messaging.batch.message_count")))
				.isEqualTo("2");
			assertThat(batch.getLinks()).extracting((link) -> link.getSpanContext().getSpanId())
				.containsExactlyInAnyOrderElementsOf(
						spans.named("handle batches").stream().map(SpanData::getSpanId).toList());
			assertThat(batch.getTraceId()).isNotEqualTo(spans.named("request").get(0).getTraceId());
		});
	}

	@Test
	void beginWithTheHandlingOfAJobThatCarriesNone() {
		run((context) -> {
			context.getBean(WorkQueues.class).get("jobs").add(Job.of(new byte[] { 'x' }));
			Spans spans = context.getBean(Spans.class);
			await().until(() -> spans.named("handle jobs").size() == 1);
			assertThat(spans.named("handle jobs").get(0).getParentSpanContext().isValid()).isFalse();
			assertThat(context.getBean(Shipping.class).traces)
				.containsExactly(spans.named("handle jobs").get(0).getTraceId());
		});
	}

	@Test
	void ofSendersWhoseJobsGoTogetherAreTheirOwnAndEndAsTheirSendingDoes() {
		QueueKeys keys = QueueKeys.of(this.redis.keyPrefix(), "unheard");
		try (PrivateRedis server = PrivateRedis.start()) {
			runner(this.redis).withPropertyValues("spring.data.redis.url=redis://127.0.0.1:" + server.port())
				.run((context) -> {
					QueueOperations queues = context.getBean(QueueOperations.class);
					queues.send("unheard", "x");
					AclSetuserArgs allowed = AclSetuserArgs.Builder.resetKeys().keyPattern(keys.bell());
					server.commands()
						.aclSetuser("default",
								allowed.keyPattern(keys.key("[^i]*")).keyPattern(keys.key("item:[^b]*")));
					server.freeze();
					Map<String, Caller<SendResult>> senders = new HashMap<>();
					for (String id : List.of("1", "2", "3", "4", "5", "bad", "6")) {
						senders.put(id, Caller.start(() -> queues.send("unheard", SendRequest.of("x").withId(id))));
					}
					Map<String, CompletableFuture<String>> results = new HashMap<>();
					for (String id : List.of("7", "8", "bad too", "9")) {
						results.put(id, queues.sendAsync("unheard", SendRequest.of("x").withId(id))
							.handle((result, failure) -> Thread.currentThread().getName()));
					}
					Spans spans = context.getBean(Spans.class);
					assertThat(spans.named("send unheard")).hasSize(1);
					server.thaw();
					await().until(() -> spans.named("send unheard").size() == 1 + 7 + 4);
					senders.get("bad").failure(PermissionDeniedDataAccessException.class);
					assertThat(spans.named("send unheard"))
						.filteredOn((span) -> span.getStatus().getStatusCode() == StatusCode.ERROR)
						.extracting(Spans::job)
						.containsExactlyInAnyOrder("bad", "bad too");
					senders.forEach(
							(id, sender) -> assertThat(spans.threads).containsEntry(id, sender.thread().getName()));
					results.forEach((id, thread) -> assertThat(spans.threads).containsEntry(id, thread.join()));
					assertThat(results.values())
						.allSatisfy((thread) -> assertThat(thread.join()).startsWith("queue-background-sent-"));
				});
		}
	}

	@Test
	void areNotCarriedWhereTheObservationsAreSwitchedOff() {
		assertThat(headers("management.observations.enable.redis.queue=true")).containsKey("traceparent");
		assertThat(headers("management.observations.enable.redis.queue=false")).isEmpty();
	}

	private Map<String, String> headers(String property) {
		Map<String, String> headers = new HashMap<>();
		runner(this.redis).withPropertyValues(property).run((context) -> {
			observed(context, () -> context.getBean(QueueOperations.class).send("unheard", "x"));
			headers.putAll(
					context.getBean(WorkQueues.class).forWorker("unheard").lease(1).leases().get(0).job().headers());
		});
		return headers;
	}

	/** Collects the spans that have ended. */
	static class Spans implements SpanProcessor {

		final Queue<SpanData> all = new ConcurrentLinkedQueue<>();

		/** Where those of jobs have ended. */
		final Map<String, String> threads = new ConcurrentHashMap<>();

		static String job(SpanData span) {
			return String.valueOf(span.getAttributes().get(AttributeKey.stringKey("messaging.message.id")));
		}

		List<SpanData> named(String name) {
			return new ArrayList<>(this.all).stream().filter((span) -> span.getName().equals(name)).toList();
		}

		@Override
		public void onStart(Context parent, ReadWriteSpan span) {
		}

		@Override
		public boolean isStartRequired() {
			return false;
		}

		@Override
		public void onEnd(ReadableSpan span) {
			this.threads.put(job(span.toSpanData()), Thread.currentThread().getName());
			this.all.add(span.toSpanData());
		}

		@Override
		public boolean isEndRequired() {
			return true;
		}

	}

	static class Batches {

		private final ObservationRegistry observations;

		Batches(ObservationRegistry observations) {
			this.observations = observations;
		}

		@QueueListener(queue = "batches", batch = "true", batchSize = "2", batchWait = "1m")
		void handle(List<String> texts) {
			Observation.createNotStarted("call", this.observations).observe(() -> {
			});
		}

	}

	static class Shipping {

		final List<String> traces = new CopyOnWriteArrayList<>();

		private final Tracer tracer;

		volatile int failures;

		Shipping(Tracer tracer) {
			this.tracer = tracer;
		}

		@QueueListener("jobs")
		void handle(String text) {
			this.traces.add(this.tracer.currentSpan().context().traceId());
			if (this.traces.size() <= this.failures) {
				throw new IllegalStateException("on purpose");
			}
		}

	}

}
