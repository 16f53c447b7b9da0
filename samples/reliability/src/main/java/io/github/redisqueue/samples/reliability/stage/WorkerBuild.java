package io.github.redisqueue.samples.reliability.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

import io.github.redisqueue.samples.reliability.worker.WorkerApplication;

/**
 * A version of the program of the workers.
 *
 * @param name its name in histories
 * @param schedules the version of the schedules that it declares, 0 if it declares none
 * @param arguments the arguments of the JVM that start it
 */
public record WorkerBuild(String name, int schedules, List<String> arguments) {

	private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

	/** The version that runs the campaign. */
	static WorkerBuild current() {
		String classPath = System.getProperty("java.class.path");
		if (ClassLoader.getSystemResource(LAUNCHER.replace('.', '/') + ".class") != null) {
			return of("current", classPath);
		}
		return new WorkerBuild("current", 0, List.of("-cp", classPath, WorkerApplication.class.getName()));
	}

	/**
	 * Whether a file is an executable jar of the campaign.
	 * @param jar the file
	 * @return whether workers can be started from it
	 */
	public static boolean isIn(Path jar) {
		try (JarFile file = new JarFile(jar.toFile())) {
			return file
				.getEntry("BOOT-INF/classes/" + WorkerApplication.class.getName().replace('.', '/') + ".class") != null;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** The version in an executable jar of the campaign. */
	static WorkerBuild previous(Path jar) {
		return of("previous", jar.toString());
	}

	/**
	 * The same program, which declares schedules.
	 * @param version the version of the schedules, from 1 on
	 * @param queues the names of the queues of the schedules
	 * @return the version
	 */
	public WorkerBuild declaring(int version, List<String> queues) {
		List<String> more = new ArrayList<>(List.of("-D" + WorkerApplication.SCHEDULES + "=" + version,
				"-D" + WorkerApplication.SCHEDULED_QUEUES + "=" + String.join(",", queues)));
		more.addAll(this.arguments);
		return new WorkerBuild(this.name + "-schedules-" + version, version, List.copyOf(more));
	}

	/** In an executable jar, other jars are in it. */
	private static WorkerBuild of(String name, String jar) {
		return new WorkerBuild(name, 0,
				List.of("-cp", jar, "-Dloader.main=" + WorkerApplication.class.getName(), LAUNCHER));
	}

}
