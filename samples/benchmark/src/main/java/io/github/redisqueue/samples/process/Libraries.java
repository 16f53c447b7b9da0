package io.github.redisqueue.samples.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/**
 * The class path of this program, with the libraries of this project in this version or
 * in another one. All else is the same.
 */
public final class Libraries {

	private static final String ALLOWED = "; allowed: a folder with the jars of queue-core and "
			+ "queue-spring-boot-autoconfigure, a class path of both, or a version of them that Maven can resolve, such "
			+ "as 0.1.0";

	private static final List<String> MODULES = List.of("queue-core", "queue-spring-boot-autoconfigure");

	/** A class of each module, which all versions have. */
	private static final List<String> MARKS = List.of("io/github/redisqueue/WorkQueues.class",
			"io/github/redisqueue/template/QueueTemplate.class");

	private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d[\\w.-]*");

	private final List<Path> all;

	/**
	 * The class path of this JVM. The directory is for the files of an executable jar,
	 * and loses what is in it.
	 */
	public Libraries(Path directory) throws IOException {
		Program current = Program.current();
		this.all = current.isExecutable() ? unpack(Path.of(current.classPath()), directory)
				: entries(current.classPath());
	}

	private static List<Path> unpack(Path jar, Path directory) throws IOException {
		FileSystemUtils.deleteRecursively(directory);
		List<Path> all = new ArrayList<>(List.of(directory.resolve("classes")));
		try (FileSystem inside = FileSystems.newFileSystem(jar);
				Stream<Path> files = Files.walk(inside.getPath("/BOOT-INF"))) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				Path copy = directory.resolve(inside.getPath("/BOOT-INF").relativize(file).toString());
				Files.createDirectories(copy.getParent());
				Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
				if (copy.toString().endsWith(".jar")) {
					all.add(copy);
				}
			}
		}
		return all;
	}

	private static List<Path> entries(String classPath) {
		return Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
	}

	/** The program in this version. */
	public Program current() {
		return program("current", List.of());
	}

	/**
	 * The program in another version, which is named by a place or by a number. The
	 * directory is for what Maven fetches. Fails with what is allowed.
	 */
	public Program previous(String version, Path directory) throws IOException, InterruptedException {
		List<Path> entries = VERSION.matcher(version).matches() ? fetch(version, directory)
				: Files.isDirectory(Path.of(version)) ? jars(Path.of(version)) : entries(version);
		if (!MARKS.stream().allMatch((mark) -> entries.stream().anyMatch((entry) -> has(entry, mark)))) {
			throw new IllegalArgumentException(version + " does not have both libraries of this project" + ALLOWED);
		}
		return program("previous", entries);
	}

	private static List<Path> fetch(String version, Path directory) throws IOException, InterruptedException {
		Files.createDirectories(directory);
		FileSystemUtils.deleteRecursively(directory.resolve(version));
		for (String module : MODULES) {
			Path log = directory.resolve("mvn.log");
			if (!Program.succeeds(log, "mvn", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy",
					"-Dartifact=io.github.redisqueue:" + module + ":" + version,
					"-DoutputDirectory=" + directory.resolve(version).toAbsolutePath())) {
				throw new IllegalArgumentException(
						"Maven cannot resolve " + module + " " + version + ", see " + log + ALLOWED);
			}
		}
		return jars(directory.resolve(version));
	}

	private static List<Path> jars(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.filter((file) -> file.toString().endsWith(".jar")).sorted().toList();
		}
	}

	private Program program(String name, List<Path> others) {
		List<Path> entries = new ArrayList<>(others);
		this.all.stream()
			.filter((entry) -> others.isEmpty() || MARKS.stream().noneMatch((mark) -> has(entry, mark)))
			.forEach(entries::add);
		return new Program(name, entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
				false);
	}

	private static boolean has(Path entry, String file) {
		return Files.isDirectory(entry) ? Files.exists(entry.resolve(file)) : Program.isIn(entry, file);
	}

}
