package io.github.redisqueue.samples.reliability.campaign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.BenchmarkApplication;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommandLineTest {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@TempDir
	private Path directory;

	private int run(String... args) {
		return BenchmarkApplication.run(new PrintStream(this.out), new PrintStream(this.err), args);
	}

	@Test
	void helpNamesTheCommandsAndTheirOptions() {
		assertThat(run("--help")).isZero();
		assertThat(this.out.toString()).contains("campaign", "check");
		assertThat(run("campaign", "--help")).isZero();
		assertThat(this.out.toString()).contains("--seed", "--cells", "--types", "--shards", "--cell", "--short",
				"--previous");
	}

	@ParameterizedTest
	@CsvSource({ "--cells=earthquake, There is no fault 'earthquake'", "--cell=1s, allowed: 6s to 1h",
			"--cell=soon, is not a duration", "--shards=5, allowed: 1 and 3", "--types=heap, heap",
			"--previous=no-such.jar, no-such.jar is no jar of this program",
			"--cells=rolling-upgrade, rolling-upgrade needs --previous" })
	void anInvalidValueIsNamed(String option, String message) {
		assertThat(run("campaign", option)).isEqualTo(2);
		assertThat(this.err.toString()).contains(message);
	}

	@Test
	void anUpgradeThatNobodyNamedIsLeftOutWithoutAPreviousVersion() throws Exception {
		List<String> progress = new ArrayList<>();
		List<Fault> faults = List.of(FaultCatalog.named("rolling-upgrade"));
		Campaign.Plan plan = new Campaign.Plan(List.of(1L), faults, List.of(), Duration.ofSeconds(6), this.directory,
				null);
		assertThat(new Campaign(plan, progress::add).run()).isEmpty();
		assertThat(progress).singleElement()
			.asString()
			.contains("rolling-upgrade", "left out", "--previous=", "samples/benchmark/README.md");
	}

	@Test
	void aSoundHistoryPassesTheCheck() {
		write(Operation.ADD);
		write(Operation.BEGIN);
		assertThat(run("check", this.directory.toString())).isZero();
		assertThat(this.out.toString()).contains("2 operations, 1 executions, 0 repeated, 0 violations");
	}

	@Test
	void aViolationFailsTheCheckAndIsShownWithItsEvents() {
		write(Operation.BEGIN);
		assertThat(run("check", this.directory.toString())).isEqualTo(1);
		assertThat(this.out.toString()).contains("I2 orders a: was there before anybody added it", "BEGIN");
	}

	@Test
	void aFileThatIsNoHistoryIsNamed() throws IOException {
		Path file = Files.writeString(this.directory.resolve("x.jsonl"), "hello\n");
		assertThat(run("check", file.toString())).isEqualTo(1);
		assertThat(this.err.toString()).contains(file + ":1");
	}

	@Test
	void theShortCampaignNeedsOneServerOnly() {
		assertThat(FaultCatalog.forShortCampaign()).isNotEmpty()
			.allSatisfy((fault) -> assertThat(FaultCatalog.all()).contains(fault))
			.extracting((fault) -> fault.setting().name())
			.containsOnly("STANDALONE");
	}

	@Test
	void faultsWithTheSameSettingAreBesideEachOther() {
		List<Setting> settings = FaultCatalog.all().stream().map(Fault::setting).toList();
		assertThat(IntStream.range(0, settings.size())
			.filter((i) -> i == 0 || settings.get(i) != settings.get(i - 1))
			.mapToObj(settings::get)).doesNotHaveDuplicates();
	}

	private void write(Operation operation) {
		try (HistoryWriter writer = new HistoryWriter("worker", this.directory.resolve("worker.jsonl"))) {
			writer.happened(operation, new Subject("orders", "a"), Outcome.OK, Map.of());
		}
	}

}
