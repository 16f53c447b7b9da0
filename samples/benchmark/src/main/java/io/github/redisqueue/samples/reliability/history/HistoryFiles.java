package io.github.redisqueue.samples.reliability.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads histories.
 */
public final class HistoryFiles {

	/** The end of the names of history files. */
	public static final String SUFFIX = ".jsonl";

	/** The file that a campaign writes itself, in the directory of each cell. */
	public static final String CAMPAIGN = "campaign" + SUFFIX;

	private HistoryFiles() {
	}

	/**
	 * Reads the events of several processes.
	 * @param places files, and directories whose history files are read
	 * @throws IOException if a file cannot be read
	 * @throws IllegalArgumentException if a line is no event; the message names it
	 */
	public static List<Event> read(Collection<Path> places) throws IOException {
		List<Event> events = new ArrayList<>();
		for (Path place : places) {
			for (Path file : files(place)) {
				read(file, events);
			}
		}
		events.sort(Comparator.comparingLong(Event::start));
		return events;
	}

	/**
	 * Deletes the histories of a campaign and of its cells, because those of the next one
	 * are appended. Other files stay.
	 * @param directory the directory of the campaign, which may be missing
	 * @throws IOException if a file cannot be deleted
	 */
	public static void deleteCampaign(Path directory) throws IOException {
		if (!Files.isDirectory(directory)) {
			return;
		}
		List<Path> cells;
		try (Stream<Path> children = Files.list(directory)) {
			cells = children.filter((child) -> Files.exists(child.resolve(CAMPAIGN))).toList();
		}
		if (cells.isEmpty()) {
			return;
		}
		for (Path cell : cells) {
			deleteFiles(cell);
		}
		deleteFiles(directory);
	}

	private static void deleteFiles(Path directory) throws IOException {
		try (Stream<Path> children = Files.list(directory)) {
			for (Path file : children.filter((child) -> child.toString().endsWith(SUFFIX)).toList()) {
				Files.delete(file);
			}
		}
	}

	private static List<Path> files(Path place) throws IOException {
		if (!Files.isDirectory(place)) {
			return List.of(place);
		}
		try (Stream<Path> files = Files.walk(place)) {
			return files.filter((file) -> file.toString().endsWith(SUFFIX)).sorted().toList();
		}
	}

	private static void read(Path file, List<Event> events) throws IOException {
		String text = Files.readString(file);
		List<String> lines = text.lines().toList();
		// The process may have ended while it wrote its last line.
		int whole = text.endsWith("\n") ? lines.size() : lines.size() - 1;
		for (int i = 0; i < whole; i++) {
			try {
				events.add(JsonLines.parse(lines.get(i)));
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException(file + ":" + (i + 1) + ": " + ex.getMessage(), ex);
			}
		}
	}

}
