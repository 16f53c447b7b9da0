package io.github.redisqueue.samples.reliability.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

import io.github.redisqueue.samples.reliability.campaign.CellResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report of a campaign.
 *
 * @param started the beginning of the campaign
 * @param seeds the seeds with which it can be repeated
 * @param cells the results of its cells
 */
public record Report(Instant started, List<Long> seeds, List<CellResult> cells) {

	/**
	 * Whether no cell violates an invariant.
	 * @return whether all cells are sound
	 */
	public boolean isSound() {
		return this.cells.stream().allMatch((cell) -> cell.verdict().isSound());
	}

	/**
	 * Seeds as an option takes them.
	 * @param seeds the seeds
	 * @return the seeds in one line
	 */
	public static String text(List<Long> seeds) {
		return seeds.stream().map(String::valueOf).collect(Collectors.joining(","));
	}

	/**
	 * Writes the report as an HTML page and as JSON.
	 * @param directory the directory of both files
	 * @param out receives their names
	 * @throws IOException if a file cannot be written
	 */
	public void write(Path directory, PrintWriter out) throws IOException {
		Files.createDirectories(directory);
		Path json = directory.resolve("reliability.json");
		Files.writeString(json, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this));
		Path html = directory.resolve("reliability.html");
		try (Writer writer = Files.newBufferedWriter(html)) {
			new HtmlReport(this, writer).write();
		}
		out.println("Written: " + json + " and " + html);
	}

}
