package io.github.redisqueue.test.mutation;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One guard, and how to take it out.
 *
 * @param name its name, as in {@code lease/complete}
 * @param guard what the guard is for, as a sentence
 * @param file the source file, from the root of the project
 * @param find the text that is replaced, which the file has exactly once
 * @param replacement what it is replaced by
 * @param test the test that turns red
 */
record Mutation(String name, String guard, String file, String find, String replacement, TestName test) {

	/** Seen from the directory of a module. */
	private static final Path ROOT = Path.of("..");

	private static final String RESOURCES = "/src/main/resources/";

	private static final String SOURCES = "/src/main/java/";

	/** The source file without the guard. */
	String mutatedSource() {
		String source = read();
		int at = source.indexOf(this.find);
		if (at < 0 || source.indexOf(this.find, at + 1) >= 0) {
			throw new IllegalStateException("Mutation '" + this.name + "': " + this.file + " must have this text once, "
					+ "but has it " + ((at < 0) ? "nowhere" : "more than once") + ":\n" + this.find);
		}
		return source.substring(0, at) + this.replacement + source.substring(at + this.find.length());
	}

	boolean isScript() {
		return !this.file.endsWith(".java");
	}

	private String read() {
		try {
			return Files.readString(ROOT.resolve(this.file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Mutation '" + this.name + "'", ex);
		}
	}

	/**
	 * Writes the script, or the classes of the source file, without the guard into a
	 * directory, which is to stand in front of the class path. The source tree stays as
	 * it is.
	 */
	void write(String classPath, Path directory) {
		try {
			Files.createDirectories(directory);
			if (isScript()) {
				Path script = directory.resolve(below(RESOURCES));
				Files.createDirectories(script.getParent());
				Files.writeString(script, mutatedSource());
			}
			else {
				compile(classPath, directory);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String below(String folder) {
		return this.file.substring(this.file.indexOf(folder) + folder.length());
	}

	private void compile(String classPath, Path directory) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		String source = mutatedSource();
		JavaFileObject java = new SimpleJavaFileObject(URI.create("string:///" + below(SOURCES)),
				JavaFileObject.Kind.SOURCE) {
			@Override
			public CharSequence getCharContent(boolean ignoreEncodingErrors) {
				return source;
			}
		};
		StringWriter errors = new StringWriter();
		List<String> options = List.of("-proc:none", "-parameters", "-cp", classPath, "-d", directory.toString());
		if (!compiler.getTask(errors, null, null, options, null, List.of(java)).call()) {
			throw new IllegalStateException("Mutation '" + this.name + "' does not compile:\n" + errors);
		}
	}

}
