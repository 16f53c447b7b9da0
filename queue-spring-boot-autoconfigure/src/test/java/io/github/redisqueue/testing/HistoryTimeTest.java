package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.JobEvent;
import io.github.redisqueue.template.SendRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What passes for the history of jobs when a test lets time pass.
 */
@QueueTest(properties = { "redis-queue.history.enabled=true", "redis-queue.cleaner.enabled=false" })
class HistoryTimeTest extends WorkshopTests {

	@ParameterizedTest
	@MethodSource("queues")
	void eventsGrowOlder(String queue) {
		String id = this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofDays(30)));
		List<JobEvent> young = this.queues.get(queue).history(id);
		assertThat(young).extracting(JobEvent::kind).containsExactly(JobEvent.Kind.ADDED);
		this.tester.advance(Duration.ofDays(3));
		assertThat(this.queues.get(queue).history(id)).singleElement()
			.extracting(JobEvent::at)
			.isEqualTo(young.get(0).at().minus(Duration.ofDays(3)));
	}

	@ParameterizedTest
	@MethodSource("queues")
	void listenersNoteWhatTheyDo(String queue) {
		String id = this.tester.send(queue, "handle");
		this.tester.awaitHandled(queue, id);
		assertThat(this.queues.get(queue).history(id)).extracting(JobEvent::kind)
			.containsExactly(JobEvent.Kind.ADDED, JobEvent.Kind.LEASED, JobEvent.Kind.COMPLETED);
	}

	@Configuration(proxyBeanMethods = false)
	static class NoFurtherBeans {

	}

}
