package io.github.redisqueue.samples.benchmark.scenario;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class BenchmarkCommandTest {

	private static final String ALL = "enqueue, work, latency, delayed, backlog, handlers, herd, idle, shards, groups, soak, compare, peers";

	private final StringWriter out = new StringWriter();

	private final StringWriter err = new StringWriter();

	private final AtomicReference<Scenario> ran = new AtomicReference<>();

	@ParameterizedTest
	@ValueSource(strings = { "enqueue", "work", "latency", "delayed", "backlog", "handlers", "herd", "idle", "shards",
			"groups", "soak", "compare", "peers" })
	void aCommandNeedsNoOptions(String command) {
		Scenario scenario = parse(command);
		assertThat(scenario.name()).isEqualTo(command);
		assertThat(scenario.optionValues()).containsEntry("--types", "lease,list,stream,delayed")
			.containsEntry("--appendonly", "no")
			.containsEntry("--output", "target/benchmark")
			.doesNotContainKeys("--shards", "--help");
		assertThat(scenario.common().redis()).isNull();
		assertThat(scenario.common().properties()).isEmpty();
	}

	@Test
	void optionsAreRead() {
		Scenario scenario = parse("soak", "--types=stream,LIST", "--shards=12", "--payload-size=4KB", "--ids=uuid",
				"--payload=bytes", "--rate=30000", "--duration=10m", "--handler-time=5ms",
				"--redis=rediss://user:secret@example.org:6380/2", "--property=redis-queue.listener.prefetch=500",
				"--property=queue.lease-time=2m");
		assertThat(scenario.optionValues()).containsAllEntriesOf(
				Map.of("--types", "stream,list", "--shards", "12", "--payload-size", "4096B", "--ids", "uuid",
						"--payload", "bytes", "--rate", "30000", "--duration", "PT10M", "--handler-time", "PT0.005S"));
		assertThat(((SoakScenario) scenario).rate.jobs()).isEqualTo(18_000_000);
		assertThat(scenario.common().redis()).isEqualTo("rediss://user:secret@example.org:6380/2");
		assertThat(scenario.common().properties()).containsEntry("redis-queue.listener.prefetch", "500")
			.containsEntry("queue.lease-time", "2m");
	}

	@ParameterizedTest
	@CsvSource({ "work, --jobs, 100000", "delayed, --jobs, 10000", "backlog, --jobs, 10000", "latency, --rate, 200",
			"latency, --duration, PT10S", "groups, --groups, '1000,100000'", "latency, --warm-up, PT1M",
			"idle, --duration, PT30S", "soak, --rate, 10000", "soak, --duration, PT10M", "work, --failure-rate, 0.0",
			"backlog, --in-flight, '10,100,1000,10000,100000'", "handlers, --payload-size, 150B",
			"handlers, --rows, '1x1x5,1x10x1,1x10x5,1x50x10,1x200x10,4x10x10,8x5x10,4x50x100,1x50x100,1x1000x50v'" })
	void defaultsFollowTheCommand(String command, String option, String value) {
		assertThat(parse(command).optionValues()).containsEntry(option, value);
	}

	@Test
	void aReportTellsWhatCountsButNotThePassword() {
		assertThat(parse("latency", "--types=list,stream", "--redis=redis://:secret@localhost").optionValues())
			.containsEntry("--types", "list,stream")
			.containsEntry("--rate", "200")
			.containsEntry("--ids", "generated")
			.doesNotContainKeys("--jobs", "--redis")
			.doesNotContainValue("secret");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					``                             | subcommand | enqueue, work, latency, delayed, backlog, handlers, herd, idle, shards, groups, fairness, soak, compare, peers
					wrok                           | 'wrok'     | enqueue, work, latency, delayed, backlog, handlers, herd, idle, shards, groups, fairness, soak, compare, peers
					work idle                      | 'idle'     | index 1
					work --speed=9                 | --speed    | Unknown
					work --jobs=many               | --jobs     | 'many' is not an int
					work --jobs=0                  | --jobs     | 1 to 20000000
					work --rounds=0                | --rounds   | 1 to 1000
					work --warmup=-1               | --warmup   | 0 to 1000
					latency --warm-up=2h           | --warm-up  | 0ms to 3600s
					work --concurrency=0           | --concurrency  | 1 to 10000
					work --batch=0                 | --batch    | 1 to 10000
					work --shards=0                | --shards   | 1 to 1024
					work --types=lease,heap        | 'heap'     | LEASE, STREAM, LIST, DELAYED
					work --ids=snowflake           | --ids      | GENERATED, UUID, NUMBER
					work --payload=xml             | --payload  | JSON, BYTES
					work --payload-size=20         | --payload-size | 100 to 1000000
					work --payload-size=big        | --payload-size | 200, 200B or 4KB
					work --failure-rate=1.5        | --failure-rate | 0 to 1
					work --handler-time=fast       | --handler-time | 5ms, 30s or 10m
					work --handler-time=2m         | --handler-time | 0ms to 60s
					latency --duration=0s          | --duration | 100ms to 604800s
					soak --duration=8d             | --duration | 100ms to 604800s
					idle --duration=0s             | --duration | 100ms to 604800s
					latency --rate=0               | --rate     | 1 to 1000000
					soak --rate=1000000 --duration=7d | --rate times --duration | 200000000
					idle --queues=0                | --queues   | 1 to 10000
					herd --instances=1             | --instances | 2 to 1000
					shards --delay=2s              | --delay    | 0ms to 1s
					shards --nodes=-1              | --nodes    | 0 to 100
					groups --groups=5,0            | --groups   | 1 to 20000000
					groups --in-one-group=0        | --in-one-group | 1 to 20000000
					groups --waiting=0             | --waiting  | 1 to 20000000
					backlog --backlogs=10,0        | --backlogs | 1 to 20000000
					backlog --in-flight=0          | --in-flight | 1 to 1000000
					handlers --rows=4x10           | --rows     | 4x10x5
					handlers --rows=1x0x5          | --rows     | 1 to 9999
					handlers --groups=-1           | --groups   | 0 to 100000
					handlers --cold=0              | --cold     | 1 to 1000000
					handlers --warm=-1             | --warm     | 0 to 1000000
					work --redis=localhost:6379    | --redis    | redis://host:port
					work --redis=redis-sentinel://h | --redis   | redis://host:port
					work --appendonly=maybe        | --appendonly | YES, NO
					work --appendonly=yes --redis=redis://h | --appendonly | without --redis
					work --property=prefetch       | --property | KEY=VALUE
					""")
	void whatCannotBeIsRefusedWithWhatIsAllowed(String line, String wrong, String allowed) {
		assertThat(execute(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
		assertThat(this.err.toString()).contains(wrong).contains(allowed).contains("--help' prints what is allowed");
		assertThat(this.out.toString()).isEmpty();
		assertThat(this.ran).hasNullValue();
	}

	@Test
	void anAddressThatCannotBeIsNotRepeatedAsItMayHoldAPassword() {
		assertThat(execute("work", "--redis=http://:secret@host")).isEqualTo(2);
		assertThat(this.err.toString()).contains("--redis").doesNotContain("secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--help", "-h", "work --help", "work --jobs=0 -h", "work -h --jobs=0",
			"work --redis=http://h --help", "work --speed=9 --help" })
	void helpIsAskedForAnywhere(String line) {
		assertThat(execute(line.split(" "))).isZero();
		assertThat(this.out.toString()).startsWith("Usage: ").contains("-h, --help");
		assertThat(this.err.toString()).isEmpty();
		assertThat(this.ran).hasNullValue();
	}

	@Test
	void helpTellsAllCommandsOnOneScreen() {
		assertThat(help("--help")).contains(ALL.split(", "));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					enqueue | types shards jobs rounds warmup batch payload-size payload ids
					work    | types shards jobs rounds warmup batch payload-size payload ids concurrency handler-time failure-rate
					latency | types shards rate duration warm-up rounds batch payload-size payload ids concurrency handler-time jvm-option
					delayed | types shards jobs rounds warmup payload-size payload ids concurrency
					backlog | types shards jobs rounds warmup batch payload-size payload ids concurrency backlogs in-flight
					handlers | types shards rows groups duration rounds warmup cold warm batch payload-size payload ids jvm-option
					herd    | types shards rate duration rounds warmup batch payload-size payload ids concurrency instances
					idle    | types shards duration warm-up concurrency queues
					shards  | types shards jobs rounds warmup batch payload-size payload ids concurrency delay singles nodes
					groups  | types shards jobs rounds warmup batch payload-size payload ids concurrency groups in-one-group waiting
					soak    | types shards rate duration warmup batch payload-size payload ids concurrency handler-time
					compare | types shards jobs rounds warmup batch payload-size payload ids concurrency
					peers   | types shards rate duration warm-up jobs rounds warmup batch payload-size payload ids concurrency
					""")
	void helpTellsTheOptionsThatACommandUsesOnOneScreen(String command, String options) {
		String help = help(command, "--help");
		assertThat(help.lines().map(String::strip).filter((text) -> text.startsWith("-")))
			.map((text) -> text.replaceFirst("^-h, ", "").replaceFirst("^--([a-z-]+).*", "$1"))
			.containsExactlyInAnyOrder((options + " redis appendonly property output help").split(" "));
	}

	private String help(String... arguments) {
		assertThat(execute(arguments)).isZero();
		assertThat(this.out.toString().lines().toList()).hasSizeLessThanOrEqualTo(45)
			.allSatisfy((line) -> assertThat(line).hasSizeLessThan(120));
		return this.out.toString();
	}

	private Scenario parse(String... arguments) {
		assertThat(execute(arguments)).as(this.err.toString()).isZero();
		return this.ran.get();
	}

	private int execute(String... arguments) {
		CommandLine line = BenchmarkCommand.line(this.ran::set);
		return line.setOut(new PrintWriter(this.out, true)).setErr(new PrintWriter(this.err, true)).execute(arguments);
	}

}
