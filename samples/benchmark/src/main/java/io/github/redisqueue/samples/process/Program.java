package io.github.redisqueue.samples.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/**
 * A version of the code of this module, from which JVMs can be started.
 *
 * @param name its name in histories and reports
 * @param classPath the class path
 * @param isExecutable whether the class path is an executable jar, with other jars in it
 */
public record Program(String name, String classPath, boolean isExecutable) {

	private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

	public static Program current() {
		return new Program("current", System.getProperty("java.class.path"),
				ClassLoader.getSystemResource(LAUNCHER.replace('.', '/') + ".class") != null);
	}

	/** Another version. */
	public static Program previous(Path jar) {
		return new Program("previous", jar.toString(), true);
	}

	/** Whether a file is an executable jar that has a program. */
	public static boolean isIn(Path jar, Class<?> program) {
		try (JarFile file = new JarFile(jar.toFile())) {
			return file.getEntry("BOOT-INF/classes/" + program.getName().replace('.', '/') + ".class") != null;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * The command that starts a JVM.
	 * @return the command, to which arguments of the program can be added
	 */
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
