package io.github.redisqueue.samples.benchmark.report;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/**
 * Prints a report, and writes it as a JSON and an HTML file.
 */
@Component
public class ReportWriter {

	private final JsonMapper mapper;

	ReportWriter(JsonMapper mapper) {
		this.mapper = mapper;
	}

	/**
	 * Prints and writes a report.
	 * @param report the report
	 * @param out receives the report as text
	 * @param directory the directory of the files, which is created if necessary
	 * @throws IOException if the files cannot be written
	 */
	public void write(Report report, PrintStream out, Path directory) throws IOException {
		out.print(TextReport.of(report));
		Files.createDirectories(directory);
		Path json = directory.resolve(report.command() + ".json");
		Files.writeString(json, this.mapper.writerWithDefaultPrettyPrinter().writeValueAsString(report));
		Path html = directory.resolve(report.command() + ".html");
		try (Writer writer = Files.newBufferedWriter(html)) {
			HtmlReport.write(report, writer);
		}
		out.printf("%nWritten: %s and %s%n", json, html);
	}

}
