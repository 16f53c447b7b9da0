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
 * A directory with what a mutation changes, to stand in front of the class path: a
 * script, or the classes of a compiled source file. The source tree stays as it is.
 */
final class MutatedClasses {

	private static final String RESOURCES = "/src/main/resources/";

	private static final String SOURCES = "/src/main/java/";

	private MutatedClasses() {
	}

	static void write(Mutation mutation, String classPath, Path directory) {
		try {
			Files.createDirectories(directory);
			if (mutation.isJava()) {
				compile(mutation, classPath, directory);
			}
			else {
				Path script = directory.resolve(below(RESOURCES, mutation.file()));
				Files.createDirectories(script.getParent());
				Files.writeString(script, mutation.mutatedSource());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String below(String folder, String file) {
		return file.substring(file.indexOf(folder) + folder.length());
	}

	private static void compile(Mutation mutation, String classPath, Path directory) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		String source = mutation.mutatedSource();
		JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///" + below(SOURCES, mutation.file())),
				JavaFileObject.Kind.SOURCE) {
			@Override
			public CharSequence getCharContent(boolean ignoreEncodingErrors) {
				return source;
			}
		};
		StringWriter errors = new StringWriter();
		List<String> options = List.of("-proc:none", "-parameters", "-cp", classPath, "-d", directory.toString());
		if (!compiler.getTask(errors, null, null, options, null, List.of(file)).call()) {
			throw new IllegalStateException("Mutation '" + mutation.name() + "' does not compile:\n" + errors);
		}
	}

}
