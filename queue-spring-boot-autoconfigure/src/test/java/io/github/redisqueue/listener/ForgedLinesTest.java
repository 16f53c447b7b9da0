package io.github.redisqueue.listener;

import io.github.redisqueue.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs whose ids look like lines of a log.
 */
@ExtendWith(OutputCaptureExtension.class)
class ForgedLinesTest extends ListenerTests {

	@Test
	void areNotInTheLogOfFailures(CapturedOutput output) {
		this.queue.add(Job.of("first\r\nERROR All is lost", new byte[0]));
		this.listening.start(this.queue, (lease) -> {
			throw new IllegalStateException("No luck");
		});
		await().until(() -> this.listening.events.buried.get() == 1);
		await().untilAsserted(() -> assertThat(output).contains("moved to the dead letters"));
		assertThat(output.getOut().lines()).noneMatch((line) -> line.startsWith("ERROR All is lost"))
			.anyMatch((line) -> line.contains("Job 'first\\r\\nERROR All is lost' of queue 'orders'"));
	}

}
