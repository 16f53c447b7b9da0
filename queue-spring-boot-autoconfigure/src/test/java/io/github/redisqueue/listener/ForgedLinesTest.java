package io.github.redisqueue.listener;

import io.github.redisqueue.Job;
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
 * Jobs whose ids look like lines of a log.
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

	@Test
	void areNotInTheLogOfFailures(CapturedOutput output) {
		this.listening.start(this.queue, (lease) -> {
			throw new IllegalStateException("No luck");
		});
		await().until(() -> this.listening.events.buried.get() == 1);
		await().untilAsserted(() -> assertThat(output).contains("moved to the dead letters"));
		assertThat(output.getOut().lines()).noneMatch((line) -> line.startsWith("ERROR All is lost"))
			.anyMatch((line) -> line.contains("Job 'first\\r\\nERROR All is lost' of queue 'orders'"));
	}

}
