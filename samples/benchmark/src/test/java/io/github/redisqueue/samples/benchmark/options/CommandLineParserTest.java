package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CommandLineParserTest {

	@ParameterizedTest
	@EnumSource
	void aCommandNeedsNoOptions(Command command) {
		Options options = parse(command.text());
		assertThat(options.command()).isEqualTo(command);
		assertThat(options.types()).containsExactly(QueueType.LEASE, QueueType.LIST, QueueType.STREAM,
				QueueType.DELAYED);
		assertThat(options.redis()).isNull();
	}

	@Test
	void optionsAreRead() {
		Options options = parse("soak", "--types=stream,LIST", "--shards=12", "--payload-size=4KB", "--ids=uuid",
				"--payload=bytes", "--rate=30000", "--duration=10m", "--handler-time=5ms",
				"--redis=rediss://user:secret@example.org:6380/2", "--property=redis-queue.listener.prefetch=500",
				"--property=redis-queue.lease-time=2m");
		assertThat(options.types()).containsExactly(QueueType.STREAM, QueueType.LIST);
		assertThat(options.shards()).isEqualTo(12);
		assertThat(options.payloadSize()).isEqualTo(4096);
		assertThat(options.ids()).isEqualTo(IdKind.UUID);
		assertThat(options.payload()).isEqualTo(PayloadKind.BYTES);
		assertThat(options.numberOfJobs()).isEqualTo(18_000_000);
		assertThat(options.handlerTime()).isEqualTo(Duration.ofMillis(5));
		assertThat(options.properties()).containsEntry("redis-queue.listener.prefetch", "500")
			.containsEntry("redis-queue.lease-time", "2m");
	}

	@Test
	void defaultsFollowTheCommand() {
		assertThat(parse("work").jobs()).isEqualTo(100_000);
		assertThat(parse("delayed").jobs()).isEqualTo(10_000);
		assertThat(parse("latency").rate()).isEqualTo(200);
		assertThat(parse("latency").numberOfJobs()).isEqualTo(6000);
		assertThat(parse("soak").duration()).isEqualTo(Duration.ofMinutes(10));
	}

	@Test
	void aReportTellsWhatCountsButNotThePassword() {
		assertThat(parse("latency", "--types=list,stream", "--redis=redis://:secret@localhost").described())
			.containsEntry("--types", "list,stream")
			.containsEntry("--rate", "200")
			.containsEntry("--ids", "generated")
			.doesNotContainKeys("--jobs", "--redis")
			.doesNotContainValue("secret");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			``                             | no command | enqueue, work, latency, delayed, backlog, idle, soak, compare
			wrok                           | 'wrok'     | enqueue, work, latency, delayed, backlog, idle, soak, compare
			work idle                      | 'idle'     | index 1
			work --speed=9                 | --speed    | Unknown
			work --rate=5                  | --rate     | latency, soak
			idle --jobs=5                  | --jobs     | enqueue, work, delayed, backlog, compare
			work --jobs                    | --jobs     | N
			work --jobs=many               | --jobs     | 'many' is not an int
			work --jobs=0                  | --jobs     | 1 to 20000000
			work --rounds=0                | --rounds   | 1 to 1000
			work --warmup=-1               | --warmup   | 0 to 1000
			work --concurrency=0           | --concurrency  | 1 to 10000
			work --batch=0                 | --batch    | 1 to 10000
			work --shards=0                | --shards   | 1 to 1024
			work --types=lease,heap        | 'heap'     | lease, stream, list, delayed
			work --ids=snowflake           | --ids      | generated, uuid, number
			work --payload=xml             | --payload  | json, bytes
			work --payload-size=20         | --payload-size | 100 to 1000000
			work --payload-size=big        | --payload-size | 200, 200B or 4KB
			work --failure-rate=1.5        | --failure-rate | 0 to 1
			work --handler-time=fast       | --handler-time | 5ms, 30s or 10m
			work --handler-time=2m         | --handler-time | 0ms to 60s
			latency --duration=0s          | --duration | 100ms to 604800s
			latency --rate=0               | --rate     | 1 to 1000000
			soak --rate=1000000 --duration=7d | --rate times --duration | 200000000
			idle --queues=0                | --queues   | 1 to 10000
			backlog --backlogs=10,0        | --backlogs | 1 to 20000000
			backlog --in-flight=0          | --in-flight | 1 to 1000000
			work --redis=localhost:6379    | --redis    | redis://host:port
			work --redis=redis-sentinel://h | --redis   | redis://host:port
			work --appendonly=maybe        | --appendonly | yes or no
			work --appendonly=yes --redis=redis://h | --appendonly | without --redis
			work --property=prefetch       | --property | KEY=VALUE
			""")
	void whatCannotBeIsRefusedWithWhatIsAllowed(String line, String wrong, String allowed) {
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> CommandLineParser.parse(line.isEmpty() ? new String[0] : line.split(" ")))
			.withMessageContaining(wrong)
			.withMessageContaining(allowed);
	}

	@Test
	void anAddressThatCannotBeIsNotRepeatedAsItMayHoldAPassword() {
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> CommandLineParser.parse("work", "--redis=http://:secret@host"))
			.withMessageNotContaining("secret");
	}

	@Test
	void helpIsAskedForAnywhere() {
		assertThat(CommandLineParser.parse("--help")).isEmpty();
		assertThat(CommandLineParser.parse("work", "--jobs=0", "-h")).isEmpty();
	}

	@Test
	void helpTellsAllOnOneScreen() {
		String help = CommandLineParser.help();
		List<String> lines = help.lines().toList();
		assertThat(lines).hasSizeLessThanOrEqualTo(45).allSatisfy((line) -> assertThat(line).hasSizeLessThan(120));
		assertThat(help).contains(Arrays.stream(Command.values()).map(Command::text).toList());
		assertThat(help).contains("--types=", "--redis=", "--in-flight=", "--property=", "--help");
	}

	private static Options parse(String... arguments) {
		return CommandLineParser.parse(arguments).orElseThrow();
	}

}
