package io.github.redisqueue.test.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

	private String read() {
		try {
			return Files.readString(ROOT.resolve(this.file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Mutation '" + this.name + "'", ex);
		}
	}

	/** Whether it is one of Java, not of Lua. */
	boolean isJava() {
		return this.file.endsWith(".java");
	}

}
