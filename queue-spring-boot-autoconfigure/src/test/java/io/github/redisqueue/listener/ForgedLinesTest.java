package io.github.redisqueue.listener;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs whose ids, and with them the messages of exceptions, look like lines of a log.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class ForgedLinesTest {

	private static final String FORGED = "first\r\nERROR All is lost";

	private Listening listening;

	private WorkerQueue queue;

	@BeforeEach
	void open(TestRedis redis) {
		this.listening = new Listening(redis.connections(), redis.keyPrefix());
		this.queue = this.listening.queue("orders");
		this.queue.add(Job.of(FORGED, new byte[0]));
	}

	@AfterEach
	void close() {
		this.listening.close();
	}

	private static void fail(Lease lease) {
		throw new IllegalStateException("No luck with " + lease.id(), new IllegalArgumentException(lease.id()));
	}

	@Test
	void areNotInTheLogOfFailures(CapturedOutput output) {
		this.listening.start(this.queue, ForgedLinesTest::fail);
		await().until(() -> this.listening.events.buried.get() == 1);
		await().untilAsserted(() -> assertThat(output).contains("moved to the dead letters"));
		assertThatNoLineIsForged(output);
		assertThat(this.queue.deadLetters().get(FORGED).orElseThrow().cause())
			.satisfies((cause) -> assertThat(cause.message()).isEqualTo("No luck with " + FORGED))
			.satisfies((cause) -> assertThat(cause.exception()).isEqualTo(IllegalStateException.class.getName()));
	}

	@Test
	void areNotInTheLogOfJobsThatAreDropped(CapturedOutput output) {
		this.listening.start(this.queue, Listening.settings().ackMode(AckMode.BEFORE).build(), ForgedLinesTest::fail);
		await().untilAsserted(() -> assertThat(output).contains("failed and is not retried"));
		assertThatNoLineIsForged(output);
	}

	private static void assertThatNoLineIsForged(CapturedOutput output) {
		assertThat(output.getOut().lines()).noneMatch((line) -> line.startsWith("ERROR All is lost"))
			.anyMatch((line) -> line.contains("Job 'first\\r\\nERROR All is lost' of queue 'orders'"))
			.anyMatch((line) -> line
				.contains("java.lang.IllegalStateException: No luck with first\\r\\nERROR All is lost"))
			.anyMatch((line) -> line.contains("java.lang.IllegalArgumentException: first\\r\\nERROR All is lost"))
			.anyMatch((line) -> line.contains("at io.github.redisqueue.listener.ForgedLinesTest.fail"));
	}

}
