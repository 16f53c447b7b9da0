package io.github.redisqueue.samples.reliability.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HistoryFilesTest {

	private static final Subject JOB = new Subject("orders", "größe\n\"1\"");

	@TempDir
	private Path directory;

	private Path file;

	@BeforeEach
	void writeTwoEvents() {
		this.file = this.directory.resolve("worker-1.jsonl");
		try (HistoryWriter writer = new HistoryWriter("worker-1", this.file)) {
			writer.write(Operation.BEGIN, JOB, 200, Outcome.OK, Map.of("token", 1L << 40));
			writer.write(Operation.ADD, JOB, 100, Outcome.UNKNOWN, Map.of("payload", "0-0"));
		}
	}

	@Test
	void eventsAreReadAsTheyWereWrittenInTheOrderOfTheirBeginning() throws IOException {
		List<Event> events = HistoryFiles.read(List.of(this.directory));
		assertThat(events).extracting(Event::operation).containsExactly(Operation.ADD, Operation.BEGIN);
		assertThat(events.get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(events.get(0).text("payload")).isEqualTo("0-0");
		assertThat(events.get(1).subject()).isEqualTo(JOB);
		assertThat(events.get(1).number("token", 0)).isEqualTo(1L << 40);
		assertThat(events.get(1).end()).isGreaterThan(events.get(1).start());
	}

	@Test
	void aLineThatAKilledProcessDidNotFinishIsLeftOut() throws IOException {
		Files.writeString(this.file, "{\"process\":\"wor", StandardOpenOption.APPEND);
		assertThat(HistoryFiles.read(List.of(this.file))).hasSize(2);
	}

	@Test
	void aLineThatIsNoEventIsNamed() throws IOException {
		Files.writeString(this.file, "{\"process\":\"x\",\"operation\":\"dance\"}\n", StandardOpenOption.APPEND);
		assertThatIllegalArgumentException().isThrownBy(() -> HistoryFiles.read(List.of(this.file)))
			.withMessage(this.file + ":3: 'dance' is no operation");
	}

	@Test
	void theHistoriesOfACampaignAreDeletedBeforeTheNextOne() throws IOException {
		Path cell = Files.createDirectory(this.directory.resolve("01-kill-worker"));
		Files.copy(this.file, cell.resolve("worker-1.jsonl"));
		Files.copy(this.file, cell.resolve(HistoryFiles.CAMPAIGN));
		Path report = Files.writeString(this.directory.resolve("reliability.html"), "<html/>");
		HistoryFiles.deleteCampaign(this.directory);
		assertThat(HistoryFiles.read(List.of(this.directory))).isEmpty();
		assertThat(report).exists();
	}

	@Test
	void otherFilesThanThoseOfACampaignStay() throws IOException {
		Path other = Files.createDirectory(this.directory.resolve("staging"));
		Files.copy(this.file, other.resolve("worker-1.jsonl"));
		HistoryFiles.deleteCampaign(this.directory);
		HistoryFiles.deleteCampaign(this.directory.resolve("missing"));
		assertThat(HistoryFiles.read(List.of(this.directory))).hasSize(4);
	}

}
