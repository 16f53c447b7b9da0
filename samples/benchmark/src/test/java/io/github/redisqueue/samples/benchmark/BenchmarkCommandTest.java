package io.github.redisqueue.samples.benchmark;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;

class BenchmarkCommandTest {

	private static final String ALL = "compare, senders, peers, handlers, groups, fairness, herd, idle, campaign, check";

	private final StringWriter out = new StringWriter();

	private final StringWriter err = new StringWriter();

	private @Nullable Scenario parsed;

	@ParameterizedTest
	@ValueSource(strings = { "compare", "senders", "peers", "handlers", "groups", "fairness", "herd", "idle" })
	void aCommandNeedsNoOptions(String command) {
		Scenario scenario = parse(command);
		assertThat(scenario.name()).isEqualTo(command);
		assertThat(scenario.optionValues()).containsEntry("--types", "lease,list,stream,delayed")
			.containsEntry("--output", "target/benchmark")
			.doesNotContainKeys("--shards", "--help", "--redis");
	}

	@Test
	void optionsAreReadAndReportedWithoutThePassword() {
		Scenario scenario = parse("peers", "--types=stream,LIST", "--shards=12", "--payload-size=4096", "--rate=30000",
				"--duration=10m", "--redis=rediss://user:secret@example.org:6380/2",
				"--property=redis-queue.listener.prefetch=500", "--property=queue.lease-time=2m");
		assertThat(scenario.optionValues())
			.containsAllEntriesOf(Map.of("--types", "stream,list", "--shards", "12", "--payload-size", "4096", "--rate",
					"30000", "--duration", "PT10M"))
			.doesNotContainKeys("--redis")
			.doesNotContainValue("secret");
		assertThat(scenario.optionValues().get("--property")).contains("redis-queue.listener.prefetch=500")
			.contains("queue.lease-time=2m");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			``                                | subcommand     | compare, senders, peers
			comprae                           | 'comprae'      | compare, senders, peers
			compare idle                      | 'idle'         | index 1
			compare --speed=9                 | --speed        | Unknown
			compare --jobs=many               | --jobs         | 'many' is not an int
			compare --jobs=0                  | --jobs         | 1 or more
			compare --warmup=-1               | --warmup       | 0 or more
			compare --shards=0                | --shards       | 1 or more
			compare --types=lease,heap        | 'heap'         | LEASE, STREAM, LIST, DELAYED
			compare --payload-size=20         | --payload-size | 100 or more
			fairness --handler-time=fast      | --handler-time | 5ms, 30s or 10m
			peers --duration=0s               | --duration     | 1 ms or more
			senders --threads=4,0             | --threads      | 1 or more
			herd --instances=1                | --instances    | 2 or more
			groups --groups=5,0               | --groups       | 1 or more
			handlers --rows=4x10              | --rows         | 4x10x5
			handlers --rows=1x0x5             | --rows         | 1 to 9999
			handlers --groups=0               | --groups       | 1 or more
			compare --redis=localhost:6379    | --redis        | redis://host:port
			compare --redis=redis-sentinel://h | --redis       | redis://host:port
			compare --property=prefetch       | --property     | KEY=VALUE
			""")
	void whatCannotBeIsRefusedWithWhatIsAllowed(String line, String wrong, String allowed) {
		assertThat(execute(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
		assertThat(this.err.toString()).contains(wrong).contains(allowed).contains("--help' prints what is allowed");
		assertThat(this.out.toString()).isEmpty();
	}

	@Test
	void anAddressThatCannotBeIsNotRepeatedAsItMayHoldAPassword() {
		assertThat(execute("compare", "--redis=http://:secret@host")).isEqualTo(2);
		assertThat(this.err.toString()).contains("--redis").doesNotContain("secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--help", "-h", "compare --help", "compare --jobs=0 -h", "compare -h --jobs=0",
			"compare --redis=http://h --help", "compare --speed=9 --help" })
	void helpIsAskedForAnywhere(String line) {
		assertThat(execute(line.split(" "))).isZero();
		assertThat(this.out.toString()).startsWith("Usage: ").contains("-h, --help");
		assertThat(this.err.toString()).isEmpty();
		assertThat(this.parsed).isNull();
	}

	@Test
	void helpTellsAllCommandsOnOneScreen() {
		assertThat(help("--help")).contains(ALL.split(", "));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					compare  | types shards jobs due rounds warmup threads rate duration batch payload-size concurrency previous
					senders  | types shards jobs rounds warmup threads payload-size
					peers    | types shards rate duration warm-up jobs rounds warmup batch payload-size concurrency jvm-option
					handlers | types shards rows groups duration rounds warmup cold warm batch payload-size jvm-option
					groups   | types shards jobs rounds warmup batch payload-size concurrency groups in-one-group
					fairness | types shards rate duration batch payload-size concurrency handler-time backlog tenants max-concurrent
					herd     | types shards rate duration rounds warmup batch payload-size concurrency instances
					idle     | types shards duration warm-up concurrency queues
					""")
	void helpTellsTheOptionsOfACommandOnOneScreen(String command, String options) {
		String help = help(command, "--help");
		assertThat(help.lines().map(String::strip).filter((text) -> text.startsWith("-")))
			.map((text) -> text.replaceFirst("^-h, ", "").replaceFirst("^--([a-z-]+).*", "$1"))
			.containsExactlyInAnyOrder((options + " redis property output help").split(" "));
	}

	private String help(String... arguments) {
		assertThat(execute(arguments)).isZero();
		assertThat(this.out.toString().lines().toList()).hasSizeLessThanOrEqualTo(45)
			.allSatisfy((line) -> assertThat(line).hasSizeLessThan(120));
		return this.out.toString();
	}

	private Scenario parse(String... arguments) {
		assertThat(execute(arguments)).as(this.err.toString()).isZero();
		return Objects.requireNonNull(this.parsed);
	}

	/** Checks a command, and does not run it. */
	private int execute(String... arguments) {
		return BenchmarkApplication.line()
			.setOut(new PrintWriter(this.out, true))
			.setErr(new PrintWriter(this.err, true))
			.setExecutionStrategy((result) -> {
				Integer help = CommandLine.executeHelpRequest(result);
				if (help != null) {
					return help;
				}
				if (!result.hasSubcommand()) {
					throw new ParameterException(result.commandSpec().commandLine(), "Missing required subcommand");
				}
				Scenario scenario = (Scenario) result.subcommand().commandSpec().userObject();
				scenario.check();
				this.parsed = scenario;
				return 0;
			})
			.execute(arguments);
	}

}
