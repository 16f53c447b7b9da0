package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.Cause;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import kotlin.Unit;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.FilteredClassLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class AsyncResultTest extends QueueListenerTests {

	AsyncResultTest(TestRedis redis) {
		super(redis, "redis-queue.retry.max-retries=0", "redis-queue.listener.concurrency=2",
				"redis-queue.listener.prefetch=0");
	}

	@Test
	void aFutureThatFailsIsAFailureOfItsJob() {
		this.runner.withBean(ReturnsFuture.class).run((context) -> {
			send(context, "42");
			next(context.getBean(ReturnsFuture.class).works)
				.completeExceptionally(new IllegalStateException("on purpose"));
			await().until(() -> queue(context).counts().dead() == 1);
			Cause cause = queue(context).deadLetters().get("42").orElseThrow().cause();
			assertThat(cause.exception()).isEqualTo(IllegalStateException.class.getName());
			assertThat(cause.message()).isEqualTo("on purpose");
		});
	}

	@Test
	void workThatGoesOnCountsAgainstTheConcurrency() {
		this.runner.withBean(ReturnsFuture.class).run((context) -> {
			send(context, "jobs", "text", "text", "text", "text");
			BlockingQueue<CompletableFuture<String>> works = context.getBean(ReturnsFuture.class).works;
			CompletableFuture<String> first = next(works);
			CompletableFuture<String> second = next(works);
			await().during(Duration.ofMillis(300)).until(() -> queue(context).counts().ready() == 2 && works.isEmpty());
			first.complete(null);
			CompletableFuture<String> third = next(works);
			assertThat(queue(context).counts().ready()).isOne();
			second.complete(null);
			third.complete(null);
			next(works).complete(null);
		});
	}

	@Test
	void aFutureIsCancelledAfterTheShutdownTimeoutAndItsJobPostponed() {
		this.runner.withBean(ReturnsFuture.class)
			.withPropertyValues("redis-queue.listener.shutdown-timeout=50ms")
			.run((context) -> {
				send(context, "42");
				CompletableFuture<String> work = next(context.getBean(ReturnsFuture.class).works);
				context.getBean(QueueListenerRegistry.class).stop();
				assertThat(work).isCancelled();
				assertThat(queue(context).counts().delayed()).isOne();
			});
	}

	@Test
	void aMonoIsCancelledWhenItsLeaseIsLost() {
		this.runner.withBean(ReturnsMono.class).withPropertyValues("redis-queue.lease-time=3s").run((context) -> {
			send(context, "42");
			next(context.getBean(ReturnsMono.class).works);
			queue(context).cancel("42");
			await().untilTrue(context.getBean(ReturnsMono.class).cancelled);
		});
	}

	@Test
	void anyPublisherIsSubscribedTo() {
		this.runner.withBean(ReturnsPublisher.class).run((context) -> {
			send(context, "42");
			SubmissionPublisher<String> work = next(context.getBean(ReturnsPublisher.class).works);
			work.submit("one");
			work.submit("two");
			assertThat(queue(context).counts().leased()).isOne();
			work.close();
			await().until(() -> queue(context).counts().leased() == 0);
		});
	}

	@Test
	void aJobIsCompletedWhenItsFutureIsAlsoWithoutReactiveLibraries() {
		this.runner.withClassLoader(new FilteredClassLoader(Publisher.class, Mono.class))
			.withBean(ReturnsFuture.class)
			.run((context) -> {
				send(context, "42");
				CompletableFuture<String> work = next(context.getBean(ReturnsFuture.class).works);
				assertThat(queue(context).counts().leased()).isOne();
				work.complete("a result that nobody needs");
				await().until(() -> queue(context).counts().leased() == 0);
				assertThat(queue(context).counts().dead()).isZero();
			});
	}

	@Test
	void jobsThatAreCompletedBeforeMayGoOnToo() {
		this.runner.withBean(ReturnsFuture.class)
			.withPropertyValues("redis-queue.listener.ack-mode=before")
			.run((context) -> {
				send(context, "jobs", "text", "text", "text");
				BlockingQueue<CompletableFuture<String>> works = context.getBean(ReturnsFuture.class).works;
				CompletableFuture<String> first = next(works);
				CompletableFuture<String> second = next(works);
				await().during(Duration.ofMillis(300)).until(works::isEmpty);
				first.completeExceptionally(new IllegalStateException("on purpose"));
				next(works).complete(null);
				second.complete(null);
			});
	}

	@Test
	void aJobIsSettledWhenASuspendingFunctionOfKotlinEndsAndNotWhenItSuspends() {
		this.runner.withBean(SuspendingListener.class).run((context) -> {
			send(context, "jobs", "good", "bad");
			SuspendingListener listener = context.getBean(SuspendingListener.class);
			await().until(() -> listener.ends.size() == 2);
			assertThat(queue(context).counts().leased()).isEqualTo(2);
			listener.ends.get("good").complete(Unit.INSTANCE);
			await().until(() -> queue(context).counts().leased() == 1);
			assertThat(queue(context).counts().dead()).isZero();
			listener.ends.get("bad").completeExceptionally(new IllegalStateException("on purpose"));
			await().until(() -> queue(context).counts().dead() == 1);
			assertThat(queue(context).deadLetters().page(0, 1).get(0).cause().message()).isEqualTo("on purpose");
		});
	}

	private static void send(BeanFactory beans, String id) {
		send(beans, "jobs", SendRequest.of("text").withId(id));
	}

	static class ReturnsFuture {

		private final BlockingQueue<CompletableFuture<String>> works = new LinkedBlockingQueue<>();

		@QueueListener("jobs")
		CompletableFuture<String> handle(String text) {
			CompletableFuture<String> work = new CompletableFuture<>();
			this.works.add(work);
			return work;
		}

	}

	static class ReturnsMono {

		private final BlockingQueue<Sinks.One<String>> works = new LinkedBlockingQueue<>();

		private final AtomicBoolean cancelled = new AtomicBoolean();

		@QueueListener("jobs")
		Mono<String> handle(String text) {
			return Mono.defer(() -> {
				Sinks.One<String> sink = Sinks.one();
				this.works.add(sink);
				return sink.asMono().doOnCancel(() -> this.cancelled.set(true));
			});
		}

	}

	static class ReturnsPublisher {

		private final BlockingQueue<SubmissionPublisher<String>> works = new LinkedBlockingQueue<>();

		@QueueListener("jobs")
		Flow.Publisher<String> handle(String text) {
			SubmissionPublisher<String> work = new SubmissionPublisher<>();
			this.works.add(work);
			return work;
		}

	}

}
