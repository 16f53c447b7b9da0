package io.github.redisqueue.samples.benchmark.contender;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts a JVM with the class path of this one.
 */
public final class JvmCommand {

	private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

	private JvmCommand() {
	}

	/**
	 * Returns the command.
	 * @param program the class with the main method
	 * @param options options of the JVM
	 * @return the command, to which arguments of the program can be added
	 */
	public static List<String> of(Class<?> program, List<String> options) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(options);
		command.add("-cp");
		command.add(System.getProperty("java.class.path"));
		if (ClassLoader.getSystemResource(LAUNCHER.replace('.', '/') + ".class") != null) {
			// The class path is the executable jar, and other jars are in it.
			command.add("-Dloader.main=" + program.getName());
			command.add(LAUNCHER);
		}
		else {
			command.add(program.getName());
		}
		return command;
	}

}
