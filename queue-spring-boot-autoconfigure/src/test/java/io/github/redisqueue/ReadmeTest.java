package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the first screen of the README shows. {@code .ci/run} runs its two commands.
 */
class ReadmeTest {

	private static final Path README = Path.of("../README.md");

	private static final Pattern FIRST_EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

	@Test
	void theFirstExampleCompiles(@TempDir Path directory) throws IOException {
		Matcher example = FIRST_EXAMPLE.matcher(Files.readString(README));
		assertThat(example.find()).isTrue();
		Path source = directory.resolve("Example.java");
		Files.writeString(source, """
				import io.github.redisqueue.annotation.QueueListener;
				import io.github.redisqueue.template.QueueOperations;
				import org.springframework.stereotype.Component;
				record Order(String number) {
				}
				""" + example.group(1));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(errors, Locale.ROOT, null)) {
			compiler
				.getTask(null, files, errors, List.of("-proc:none", "-parameters", "-d", directory.toString(),
						"-classpath", System.getProperty("java.class.path")), null, files.getJavaFileObjects(source))
				.call();
		}
		assertThat(errors.getDiagnostics()).isEmpty();
		assertThat(directory.resolve("OrderHandler.class")).exists();
	}

	@Test
	void codeStandsInTheFirstTwentyFiveLines() throws IOException {
		List<String> lines = Files.readAllLines(README);
		assertThat(lines.indexOf("```java")).isBetween(0, 24);
	}

}
