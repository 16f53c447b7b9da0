package io.github.redisqueue.samples.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * A version of the code of this module, from which JVMs can be started. The class path
 * may be one executable jar, with other jars in it.
 */
public record Program(String name, String classPath, boolean isExecutable) {

	private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

	public static Program current() {
		return new Program("current", System.getProperty("java.class.path"),
				ClassLoader.getSystemResource(LAUNCHER.replace('.', '/') + ".class") != null);
	}

	public static Program previous(Path jar) {
		return new Program("previous", jar.toString(), true);
	}

	/** Whether there is a class in an executable jar. */
	public static boolean isIn(Path jar, Class<?> program) {
		return isIn(jar, "BOOT-INF/classes/" + program.getName().replace('.', '/') + ".class");
	}

	static boolean isIn(Path jar, String name) {
		try (JarFile file = new JarFile(jar.toFile())) {
			return file.getEntry(name) != null;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Runs a command, which writes to a log. Returns whether it ended well. */
	public static boolean succeeds(Path log, String... command) throws InterruptedException {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			try {
				return process.waitFor() == 0;
			}
			finally {
				process.destroyForcibly();
			}
		}
		catch (IOException ex) {
			// There is no such program.
			return false;
		}
	}

	/**
	 * Properties as arguments of a Spring application, which does not use what libraries
	 * configure that are only there to be measured.
	 */
	public static String[] arguments(Map<String, String> properties) {
		Map<String, String> all = new LinkedHashMap<>(properties);
		String rqueue = "com.github.sonus21.rqueue.spring.boot.";
		all.put("spring.autoconfigure.exclude",
				rqueue + "RqueueListenerAutoConfig," + rqueue + "RqueueMetricsAutoConfig");
		all.put("spring.data.redis.lettuce.pool.enabled", "false");
		return all.entrySet()
			.stream()
			.map((property) -> "--" + property.getKey() + "=" + property.getValue())
			.toArray(String[]::new);
	}

	/** The command that starts a JVM, to which arguments can be added. */
	public List<String> command(Class<?> program, List<String> options) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(options);
		command.addAll(List.of("-cp", this.classPath));
		if (this.isExecutable) {
			command.add("-Dloader.main=" + program.getName());
		}
		command.add(this.isExecutable ? LAUNCHER : program.getName());
		return command;
	}

}
