package io.github.redisqueue.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.observation.JobMdc;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class DeadLetterHandlerTest extends QueueListenerTests {

	private final ApplicationContextRunner application;

	DeadLetterHandlerTest(TestRedis redis) {
		super(redis, "redis-queue.retry.max-retries=1", "redis-queue.retry.delay=1ms", "redis-queue.retry.jitter=0s");
		this.application = this.runner.withBean(Shipping.class);
	}

	@Test
	void isGivenWhatWasBuriedAndWhy() {
		this.application.withBean(TakesAll.class).run((context) -> {
			Job job = send(context, "fail");
			TakesAll handler = context.getBean(TakesAll.class);
			await().until(() -> !handler.taken.isEmpty());
			DeadLetter letter = letter(context);
			assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.FAILURES);
			assertThat(letter.cause().message()).isEqualTo("no carrier");
			assertThat(handler.taken).containsExactly(new Order("fail"), "blue", "42", letter.cause(), letter.job(),
					new JobBuriedEvent("orders", "shipping", letter.job(), letter.cause()));
			assertThat(letter.job().payload()).isEqualTo(job.payload());
		});
	}

	@Test
	void isToldOfAFailureThatIsNotRetriedAndOfWhatAHandlerBuries() {
		this.application.withPropertyValues("redis-queue.retry.never-retry=java.lang.IllegalStateException")
			.withBean(Recorder.class)
			.withBean(Manual.class)
			.run((context) -> {
				send(context, "fail");
				send(context, "payments", "bury");
				Recorder recorder = context.getBean(Recorder.class);
				await().until(() -> recorder.events.size() == 2);
				assertThat(recorder.events)
					.anySatisfy((event) -> assertThat(event.cause()).isEqualTo(letter(context).cause()))
					.anySatisfy((event) -> {
						assertThat(event.queue()).isEqualTo("payments");
						assertThat(event.cause()).isEqualTo(Cause.of(Cause.Reason.NOT_RETRYABLE, "no such account"));
					});
			});
	}

	@Test
	void isNotCalledForAnotherQueueNorBeforeTheLastRetry() {
		this.application.withBean(Recorder.class).withBean(Manual.class).run((context) -> {
			send(context, "fail once");
			send(context, "payments", "bury");
			Recorder recorder = context.getBean(Recorder.class);
			await().until(() -> !recorder.events.isEmpty());
			await().until(() -> queue(context, "orders").counts().leased() == 0);
			assertThat(recorder.events).hasSize(1);
			assertThat(recorder.ofOrders).isEmpty();
		});
	}

	@Test
	void runsOnAThreadOfItsOwnWhoseLogLinesNameTheJob() {
		this.application.withBean(Recorder.class).run((context) -> {
			send(context, "fail");
			Recorder recorder = context.getBean(Recorder.class);
			await().until(() -> !recorder.ofOrders.isEmpty() && !recorder.threads.isEmpty());
			assertThat(recorder.ofOrders.element()).startsWith("queue-dead-letter-").endsWith(" orders 42 2");
			assertThat(recorder.threads.element()).startsWith("queue-background-").endsWith(" orders 42 2");
		});
	}

	@Test
	void isNotCalledWithAPayloadThatCannotBeRead(CapturedOutput output) {
		this.application.withBean(TakesAll.class).withBean(Recorder.class).run((context) -> {
			queue(context, "orders").add(Job.of("42", "no json".getBytes()).withHeaders(Map.of("tenant", "blue")));
			await().until(() -> !context.getBean(Recorder.class).ofOrders.isEmpty());
			await().untilAsserted(() -> assertThat(output)
				.contains("TakesAll.dead(Order, String, String, Cause, Job, JobBuriedEvent) of bean"));
			assertThat(context.getBean(TakesAll.class).taken).isEmpty();
		});
	}

	@Test
	void mayHaveItsQueueFromAPropertyAndBeMetaAnnotated() {
		this.application.withPropertyValues("dead.queue=orders").withBean(Meta.class).run((context) -> {
			send(context, "fail");
			await().until(() -> context.getBean(Meta.class).taken.equals(List.of("{\"number\":\"fail\"}")));
		});
	}

	@Test
	void isFoundAlsoIfBeansAreCreatedLazily() {
		this.application.withBean(Recorder.class)
			.withBean(LazyInitializationBeanFactoryPostProcessor.class)
			.run((context) -> {
				send(context, "fail");
				await().until(() -> !context.getBean(Recorder.class).ofOrders.isEmpty());
			});
	}

	@Test
	void ofAQueueThatTheApplicationDoesNotKnowIsWarnedOf(CapturedOutput output) {
		this.runner.withBean(InvalidHandlers.DeadLetters.Sound.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("The application neither listens to queue 'orders' nor configures it",
					"Sound.dead(Cause) of bean");
		});
	}

	private static Job send(BeanFactory beans, String number) {
		send(beans, "orders", SendRequest.of(new Order(number)).withId("42").withHeaders(Map.of("tenant", "blue")));
		return Job.of("42", ("{\"number\":\"" + number + "\"}").getBytes());
	}

	private static DeadLetter letter(BeanFactory beans) {
		return queue(beans, "orders").deadLetters().get("42").orElseThrow();
	}

	private static String place() {
		return Thread.currentThread().getName() + " " + MDC.get(JobMdc.QUEUE) + " " + MDC.get(JobMdc.JOB) + " "
				+ MDC.get(JobMdc.ATTEMPT);
	}

	record Order(String number) {

	}

	static class Shipping {

		@QueueListener(queue = "orders", id = "shipping")
		void ship(Order order, Lease lease) {
			if (order.number().equals("fail") || (order.number().equals("fail once") && lease.failures() == 0)) {
				throw new IllegalStateException("no carrier");
			}
		}

	}

	static class Manual {

		@QueueListener(queue = "payments", ackMode = "manual")
		void pay(String text, Acknowledgement acknowledgement) {
			acknowledgement.bury("no such account");
		}

	}

	static class TakesAll extends Taker {

		@DeadLetterHandler("orders")
		void dead(Order order, @Header("tenant") String tenant, @Header(QueueHeaders.ID) String id, Cause cause,
				Job job, JobBuriedEvent event) {
			takes(order, tenant, id, cause, job, event);
		}

	}

	static class Recorder {

		final Queue<JobBuriedEvent> events = new ConcurrentLinkedQueue<>();

		final Queue<String> threads = new ConcurrentLinkedQueue<>();

		final Queue<String> ofOrders = new ConcurrentLinkedQueue<>();

		@EventListener
		void on(JobBuriedEvent event) {
			this.threads.add(place());
			this.events.add(event);
		}

		@DeadLetterHandler("orders")
		void dead() {
			this.ofOrders.add(place());
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DeadLetterHandler
	@interface Undertaker {

		@AliasFor(annotation = DeadLetterHandler.class, attribute = "queue")
		String of();

	}

	static class Meta extends Taker {

		@Undertaker(of = "${dead.queue}")
		void dead(Message<String> message) {
			takes(message.getPayload());
		}

	}

}
