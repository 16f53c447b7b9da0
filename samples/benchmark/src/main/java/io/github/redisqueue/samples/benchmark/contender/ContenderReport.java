package io.github.redisqueue.samples.benchmark.contender;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.DataFormatException;

import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Measurement.CommandUse;
import org.HdrHistogram.Histogram;

/**
 * What was measured in the JVM of a contender. It is written as properties, lest a
 * library for JSON warms up in the JVM that is measured.
 */
public final class ContenderReport {

	private static final String COMMAND = "command.";

	private final Properties values = new Properties();

	/**
	 * Reads a report.
	 * @param file the file
	 * @return the report
	 * @throws IOException if the file cannot be read
	 */
	public static ContenderReport read(Path file) throws IOException {
		ContenderReport report = new ContenderReport();
		try (Reader reader = Files.newBufferedReader(file)) {
			report.values.load(reader);
		}
		return report;
	}

	void write(Path file) throws IOException {
		try (Writer writer = Files.newBufferedWriter(file)) {
			this.values.store(writer, null);
		}
	}

	void add(Measurement measurement) {
		String prefix = measurement.label().phase() + ".";
		this.values.setProperty(prefix + "jobs", Long.toString(measurement.jobs()));
		this.values.setProperty(prefix + "seconds", Double.toString(measurement.seconds()));
		for (Figure figure : Figure.values()) {
			this.values.setProperty(prefix + figure, Double.toString(measurement.figures().get(figure)));
		}
		measurement.commands()
			.forEach((name, use) -> this.values.setProperty(prefix + COMMAND + name, use.calls() + " " + use.micros()));
	}

	void add(String phase, Histogram nanos) {
		ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
		int length = nanos.encodeIntoCompressedByteBuffer(bytes);
		this.values.setProperty(phase + ".latency",
				Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
	}

	/**
	 * The measurement of a phase.
	 * @param label the phase, and what else the measurement is known by
	 * @return the measurement
	 */
	public Measurement measurement(Label label) {
		String prefix = label.phase() + ".";
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		for (Figure figure : Figure.values()) {
			double value = number(prefix + figure);
			if (!Double.isNaN(value)) {
				figures.put(figure, value);
			}
		}
		Map<String, CommandUse> commands = new TreeMap<>();
		for (String name : this.values.stringPropertyNames()) {
			if (name.startsWith(prefix + COMMAND)) {
				String[] use = this.values.getProperty(name).split(" ");
				commands.put(name.substring(prefix.length() + COMMAND.length()),
						new CommandUse(Long.parseLong(use[0]), Long.parseLong(use[1])));
			}
		}
		return new Measurement(label, (long) number(prefix + "jobs"), number(prefix + "seconds"), new Figures(figures),
				commands);
	}

	/**
	 * The latencies of a phase.
	 * @param phase the name of the phase
	 * @return the latencies in ns
	 */
	public Histogram latencies(String phase) {
		try {
			byte[] bytes = Base64.getDecoder().decode(text(phase + ".latency"));
			return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
		}
		catch (DataFormatException ex) {
			throw new IllegalStateException("The report of a contender is damaged", ex);
		}
	}

	private double number(String name) {
		return Double.parseDouble(text(name));
	}

	private String text(String name) {
		String value = this.values.getProperty(name);
		if (value == null) {
			throw new IllegalStateException("The report of a contender has no '" + name + "'");
		}
		return value;
	}

}
