package io.github.redisqueue.samples.benchmark.instance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * The program of the JVM of an instance. Its commands are lines of the input:
 * {@code open PLAN}, {@code fill JOBS}, {@code listen JOBS}, {@code rest}, {@code sleep},
 * {@code wake}, {@code read} and {@code mark}.
 */
public final class InstanceProcess {

	private @Nullable RunningInstance instance;

	private InstanceProcess() {
	}

	/**
	 * Runs an instance until the input ends, which it does with the JVM that started this
	 * one, however that ends.
	 * @param arguments none
	 * @throws IOException if the input cannot be read
	 */
	public static void main(String[] arguments) throws IOException {
		PrintStream answers = System.out;
		// Logs must not come between the answers.
		System.setOut(System.err);
		InstanceProcess process = new InstanceProcess();
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			answers.println(process.answer(line));
		}
		Runtime.getRuntime().halt(0);
	}

	private String answer(String line) {
		String[] command = line.split(" ", 2);
		try {
			return "ok " + run(command[0], (command.length > 1) ? command[1] : "");
		}
		catch (Exception ex) {
			ex.printStackTrace();
			return "error " + ex.toString().replaceAll("\\R", " ");
		}
	}

	private String run(String command, String argument) throws InterruptedException {
		if (command.equals("open")) {
			this.instance = RunningInstance.open(Values.read(argument));
			return "";
		}
		RunningInstance opened = this.instance;
		if (opened == null) {
			throw new IllegalStateException("The instance has not been opened");
		}
		switch (command) {
			case "fill" -> opened.fill(Integer.parseInt(argument));
			case "listen" -> opened.listen(Integer.parseInt(argument));
			case "rest" -> {
				return Long.toString(opened.rest());
			}
			case "sleep" -> opened.sleep();
			case "wake" -> opened.wake();
			case "read" -> {
				return opened.read().toLine();
			}
			case "mark" -> {
				return opened.mark().toLine();
			}
			default -> throw new IllegalArgumentException("There is no command '" + command + "'");
		}
		return "";
	}

}
