package io.github.redisqueue.test.lua;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of the scripts of some modules.
 *
 * @param byPath the files by their paths below the folder of scripts, without
 * {@code .lua}
 */
public record LuaFiles(Map<String, LuaFile> byPath) {

	private static final Path SCRIPTS = Path.of("src/main/resources/redisqueue");

	/** The folder of what the types of queues have in common. */
	private static final String COMMON = "type/";

	/**
	 * Reads and parses the files of some modules. A file that is common to types is one
	 * of each that has none of its own.
	 * @param modules the directories of the modules, seen from that of the current one
	 * @return the files
	 */
	public static LuaFiles of(String... modules) {
		Map<String, LuaFile> files = new TreeMap<>();
		for (String module : modules) {
			read(Path.of(module).resolve(SCRIPTS), files);
		}
		return new LuaFiles(files);
	}

	private static void read(Path root, Map<String, LuaFile> files) {
		try (Stream<Path> paths = Files.walk(root)) {
			Map<String, String> texts = new TreeMap<>();
			for (Path path : paths.filter(Files::isRegularFile).toList()) {
				String name = root.relativize(path).toString().replace('\\', '/').replaceFirst("\\.lua$", "");
				texts.put(name, Files.readString(path));
			}
			for (String path : List.copyOf(texts.keySet())) {
				if (path.startsWith(COMMON)) {
					String text = texts.remove(path);
					foldersOfTypes(texts)
						.forEach((type) -> texts.putIfAbsent(path.replace(COMMON, type), text.replace(COMMON, type)));
				}
			}
			texts.forEach((path, text) -> files.put(path, LuaFile.parse(path, text)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> foldersOfTypes(Map<String, String> texts) {
		String own = "ends";
		return texts.keySet()
			.stream()
			.filter((path) -> path.endsWith("/" + own))
			.map((path) -> path.substring(0, path.length() - own.length()))
			.toList();
	}

	/**
	 * One of the files.
	 * @param path its path
	 * @return the file
	 * @throws NullPointerException if there is no such file
	 */
	public LuaFile get(String path) {
		return Objects.requireNonNull(this.byPath.get(path), path);
	}

	/**
	 * The files that no other includes.
	 * @return the files
	 */
	public List<LuaFile> transitions() {
		Set<String> included = new HashSet<>();
		this.byPath.values().forEach((file) -> included.addAll(file.includes()));
		return this.byPath.values().stream().filter((file) -> !included.contains(file.path())).toList();
	}

	/**
	 * What a file includes, also by what it includes.
	 * @param file the file
	 * @return the other files
	 */
	public Set<LuaFile> reachable(LuaFile file) {
		Set<LuaFile> all = new HashSet<>();
		for (String path : file.includes()) {
			LuaFile next = this.byPath.get(path);
			if (next != null && all.add(next)) {
				all.addAll(reachable(next));
			}
		}
		return all;
	}

}
