package io.github.redisqueue.samples.benchmark.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has written.
 *
 * @param file the file that it writes to
 */
public record ProcessLog(Path file) {

	private static final int LINES = 30;

	/**
	 * The log of a process.
	 * @param directory the directory of the log
	 * @param name the name of what the process runs
	 * @return the log
	 */
	public static ProcessLog in(Path directory, String name) {
		return new ProcessLog(directory.resolve(name.replaceAll("[^A-Za-z0-9]+", "-") + ".log"));
	}

	/**
	 * The last lines, for an error message.
	 * @return the lines
	 * @throws IOException if the file cannot be read
	 */
	public String end() throws IOException {
		List<String> lines = Files.readAllLines(this.file);
		return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
	}

}
