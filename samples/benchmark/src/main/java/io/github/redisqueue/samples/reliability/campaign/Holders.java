package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Looks into Redis for leased jobs that nobody holds, and for leases of no job, while
 * workers work. A lease may expire at any time, so only what stays for several cleanings
 * counts.
 */
record Holders(StringRedisTemplate redis, HistoryWriter history) {

	@SuppressWarnings("unchecked")
	private static final Class<List<String>> STRINGS = (Class<List<String>>) (Class<?>) List.class;

	private static final int LOOKS = 3;

	private static final long PAUSE_MILLIS = 300;

	/** A starved machine answers late, and says nothing about the queue by that. */
	private static final RetryTemplate PATIENTLY = new RetryTemplate(RetryPolicy.builder()
		.includes(DataAccessException.class)
		.maxRetries(10)
		.delay(Duration.ofMillis(PAUSE_MILLIS))
		.build());

	void look(WorkerQueue queue) throws InterruptedException {
		long start = Clock.now();
		Set<String> orphans = new HashSet<>(PATIENTLY.invoke(() -> orphans(queue)));
		for (int i = 1; i < LOOKS && !orphans.isEmpty(); i++) {
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			orphans.retainAll(PATIENTLY.invoke(() -> orphans(queue)));
		}
		this.history.write(Operation.HOLDERS, Subject.queue(queue.name()), start, Outcome.OK,
				Map.of("orphans", orphans.stream().sorted().toList()));
	}

	private List<String> orphans(WorkerQueue queue) {
		queue.clean(CleanDepth.LIGHT);
		List<String> orphans = new ArrayList<>();
		String file = CampaignQueues.type(queue.name()) + ".lua";
		RedisScript<List<String>> script = RedisScript.of(new ClassPathResource(file, Holders.class), STRINGS);
		CampaignQueues.prefixes(queue.name())
			.forEach((prefix) -> orphans.addAll(this.redis.execute(script, List.of(prefix))));
		return orphans;
	}

}
