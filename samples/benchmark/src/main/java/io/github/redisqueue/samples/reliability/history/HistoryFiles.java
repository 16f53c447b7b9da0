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

	public static final String SUFFIX = ".jsonl";

	/** The file that a campaign writes itself, in the directory of each cell. */
	public static final String CAMPAIGN = "campaign" + SUFFIX;

	private HistoryFiles() {
	}

	/**
	 * Reads the events of several processes from files, and from directories with history
	 * files. If a line is no event, the error names it.
	 */
	public static List<Event> read(Collection<Path> places) throws IOException {
		List<Event> events = new ArrayList<>();
		for (Path place : places) {
			for (Path file : files(place, Integer.MAX_VALUE)) {
				read(file, events);
			}
		}
		events.sort(Comparator.comparingLong(Event::start));
		return events;
	}

	/**
	 * Deletes the histories of a campaign, whose directory may be missing, and of its
	 * cells, because those of the next one are appended. Other files stay.
	 */
	public static void deleteCampaign(Path directory) throws IOException {
		if (!Files.isDirectory(directory)) {
			return;
		}
		List<Path> cells = files(directory, 2).stream()
			.filter((file) -> file.endsWith(CAMPAIGN))
			.map(Path::getParent)
			.filter((cell) -> !cell.equals(directory))
			.toList();
		for (Path cell : cells) {
			for (Path file : files(cell, 1)) {
				Files.delete(file);
			}
		}
		if (!cells.isEmpty()) {
			for (Path file : files(directory, 1)) {
				Files.delete(file);
			}
		}
	}

	private static List<Path> files(Path place, int depth) throws IOException {
		try (Stream<Path> files = Files.walk(place, depth)) {
			return files.filter((file) -> file.equals(place) || file.toString().endsWith(SUFFIX))
				.filter(Files::isRegularFile)
				.sorted()
				.toList();
		}
	}

	private static void read(Path file, List<Event> events) throws IOException {
		String text = Files.readString(file);
		List<String> lines = text.lines().toList();
		// The process may have ended while it wrote its last line.
		int whole = text.endsWith("\n") ? lines.size() : lines.size() - 1;
		for (int i = 0; i < whole; i++) {
			try {
				events.add(Event.of(lines.get(i)));
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException(file + ":" + (i + 1) + ": " + ex.getMessage(), ex);
			}
		}
	}

}
