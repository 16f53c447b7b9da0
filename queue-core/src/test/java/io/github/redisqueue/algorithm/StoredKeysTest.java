package io.github.redisqueue.algorithm;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a queue of each type has in Redis: the keys of some jobs in each of their states
 * are those in the files of {@code src/test/keys}, which the system property
 * {@code queue.test.keys=write} writes. Other instances, other versions and clients of
 * the redis-work-queue protocol rely on them.
 */
@ParameterizedClass
@EnumSource
class StoredKeysTest extends QueueFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final double LEASED = Math.pow(2, 52);

	/** The length of the next part may stand right behind it. */
	private static final Pattern TIME = Pattern.compile("\\b1[0-9]{12}");

	private static final Pattern ENTRY = Pattern.compile("\\b1[0-9]{12}-[0-9]+");

	/** Random, for each run of a worker. */
	private static final Pattern BOOT = Pattern.compile("#[0-9a-f]{12}\\b");

	private final StringBuilder story = new StringBuilder();

	private final Map<String, String> entries = new HashMap<>();

	/** The first time that is seen. */
	private long begin;

	private final Path file;

	StoredKeysTest(QueueType type) {
		super(type);
		this.file = Path.of("src/test/keys/" + type.name().toLowerCase(Locale.ROOT) + ".txt");
	}

	@Test
	void theKeysOfJobsAreThoseOfTheFile() throws IOException {
		holdClock(0);
		this.queue.add(List.of(job("a"), job("b").withHeaders(Map.of("k", "v")), job("c").withDelay(HOUR)));
		tell("'a', 'b' with a header, and 'c' with a delay were added");
		List<Lease> leases = this.queue.lease(2).leases();
		tell("'one' leased two of them");
		advance(Duration.ofMinutes(1));
		this.queue.extend(leases.subList(0, 1));
		tell("a minute later it extended the lease of 'a'");
		this.queue.release(leases);
		tell("it released both");
		leases = this.queue.lease(2).leases();
		complete(this.queue, leases.get(0));
		this.queue.retry(Map.of(leases.get(1), failure(HOUR)));
		tell("it leased them again, completed 'a', and 'b' failed");
		advance(HOUR.multipliedBy(2));
		WorkerQueue vanished = worker("vanished");
		leases = vanished.lease(2).leases();
		tell("two hours later 'vanished' leased the others");
		advance(LONG.plusSeconds(1));
		this.queue.clean(CleanDepth.LIGHT);
		tell("its leases ran out, and a cleaning made their jobs ready");
		vanished.extend(leases.subList(0, 1));
		tell("it extended the lease of the first one nevertheless");
		Lease lease = leaseOne(this.queue);
		this.queue.start(List.of(lease), true);
		tell("'one' leased the other one, and its handler began");
		this.queue.bury(Map.of(lease, CAUSE));
		tell("'one' buried it");
		this.queue.deadLetters().redrive(List.of(lease.id()));
		tell("it was redriven");
		WorkerQueue remembering = create(QueueSettings.builder("two", LONG).dedupWindow(HOUR).build());
		complete(remembering, leaseOne(remembering));
		vanished.complete(leases);
		this.queue.pause();
		tell("'two' completed it and remembers that, 'vanished' completed the first one, and there is a pause");
		String told = this.story.toString();
		if ("write".equals(System.getProperty("queue.test.keys"))) {
			Files.writeString(this.file, told);
		}
		assertThat(told).isEqualTo(Files.readString(this.file));
	}

	private void tell(String what) {
		this.story.append(what).append(":\n");
		this.redis.keys()
			.stream()
			.filter((key) -> !key.equals(this.keys.bell()))
			.sorted()
			.map((key) -> "  " + shown(key.substring(key("").length()) + expiry(key) + value(key)) + "\n")
			.forEach(this.story::append);
	}

	/** In minutes, some of the last of which may be over. */
	private String expiry(String key) {
		long millis = this.commands.pttl(key);
		return (millis < 0) ? " = " : " (for %d min) = ".formatted((millis + 59_999) / 60_000);
	}

	private String value(String key) {
		return switch (this.commands.type(key)) {
			case "string" -> this.commands.get(key);
			case "list" -> this.commands.lrange(key, 0, -1).toString();
			case "hash" -> new TreeMap<>(this.commands.hgetall(key)).toString();
			case "zset" -> this.commands.zrangeWithScores(key, 0, -1)
				.stream()
				.map((member) -> member.getValue() + " " + score(member.getScore()))
				.toList()
				.toString();
			default -> stream(key);
		};
	}

	/**
	 * In queues of the type delayed, the end of a lease has a score above all times.
	 */
	private static String score(double score) {
		return ((score < LEASED) ? "" : "leased ")
				+ new BigDecimal((score < LEASED) ? score : score - LEASED).toPlainString();
	}

	private String stream(String key) {
		Stream<String> entries = this.commands.xrange(key, Range.unbounded())
			.stream()
			.map((entry) -> entry.getId() + " " + new TreeMap<>(entry.getBody()));
		if (this.commands.xinfoGroups(key).isEmpty()) {
			return entries.collect(Collectors.joining("; "));
		}
		Stream<String> pending = this.commands.xpending(key, "workers", Range.unbounded(), Limit.from(10))
			.stream()
			.map((one) -> one.getId() + " pending for " + one.getConsumer() + ", delivered " + one.getRedeliveryCount()
					+ " times");
		return Stream.concat(entries, pending).collect(Collectors.joining("; "));
	}

	private String shown(String text) {
		String shown = ENTRY.matcher(text)
			.replaceAll((entry) -> this.entries.computeIfAbsent(entry.group(),
					(key) -> "entry" + (this.entries.size() + 1)));
		shown = BOOT.matcher(shown).replaceAll("#boot");
		return TIME.matcher(shown).replaceAll((time) -> {
			long millis = Long.parseLong(time.group());
			this.begin = (this.begin == 0) ? millis : this.begin;
			return "<%+d>".formatted(millis - this.begin);
		}).replace("\0", "\\0");
	}

}
