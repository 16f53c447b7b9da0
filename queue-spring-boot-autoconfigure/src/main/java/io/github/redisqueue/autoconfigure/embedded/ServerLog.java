package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines that a server has logged since its start.
 */
final class ServerLog {

	private static final int TAIL = 15;

	private static final Pattern PID = Pattern.compile("^(\\d+):");

	private final Path file;

	private final long start;

	/**
	 * Reads the log from its current end.
	 * @param file the log file, which may not exist yet
	 */
	ServerLog(Path file) throws IOException {
		this.file = file;
		this.start = Files.exists(file) ? Files.size(file) : 0;
	}

	/** The id of the process that wrote the last line. */
	Optional<Long> writer() {
		List<String> tail = tail();
		return tail.isEmpty() ? Optional.empty()
				: Optional.of(PID.matcher(tail.get(tail.size() - 1)))
					.filter(Matcher::find)
					.map((match) -> Long.valueOf(match.group(1)));
	}

	List<String> tail() {
		try (InputStream log = Files.newInputStream(this.file)) {
			log.skipNBytes(this.start);
			List<String> lines = new String(log.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
			return lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
		}
		catch (IOException ex) {
			// The server has not written the file yet.
			return List.of();
		}
	}

}
