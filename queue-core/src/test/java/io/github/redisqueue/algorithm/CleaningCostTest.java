package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cleaning that finds nothing to do does not read all payloads for that.
 */
class CleaningCostTest {

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(30));

	private final QueueKeys keys = QueueKeys.of("queue:", "orders");

	private WorkerQueue queue(QueueType type) {
		return QueueFixture.queue(type, this.keys, QueueSettings.of("one", Duration.ofMinutes(5)), this.connections);
	}

	private static void addDelayedJobs(WorkerQueue queue) {
		List<Job> jobs = IntStream.range(0, 600)
			.mapToObj((i) -> Job.of("job-" + i, new byte[1000]).withDelay(Duration.ofDays(1)))
			.toList();
		assertThat(queue.add(jobs)).hasSize(600);
	}

	private long scansOfCleaning(WorkerQueue queue) {
		long before = QueueFixture.calls(this.connections, "hscan");
		queue.clean(CleanDepth.DEEP);
		return QueueFixture.calls(this.connections, "hscan") - before;
	}

	@ParameterizedTest
	@EnumSource(names = { "DELAYED", "STREAM" })
	void asManyPayloadsAsJobsAreNotScanned(QueueType type) {
		WorkerQueue queue = queue(type);
		long ofNoJobs = scansOfCleaning(queue);
		addDelayedJobs(queue);
		assertThat(scansOfCleaning(queue)).isEqualTo(ofNoJobs);
		assertThat(queue.counts().delayed()).isEqualTo(600);
	}

	@ParameterizedTest
	@EnumSource(names = { "DELAYED", "STREAM" })
	void onePayloadMoreIsFound(QueueType type) {
		WorkerQueue queue = queue(type);
		addDelayedJobs(queue);
		this.server.commands().hset(this.keys.key("jobs"), "ended", "x".repeat(1000));
		assertThat(queue.clean(CleanDepth.DEEP).dropped()).isOne();
		assertThat(this.server.commands().hlen(this.keys.key("jobs"))).isEqualTo(600);
	}

}
