package io.github.redisqueue.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import com.sun.source.util.JavacTask;
import io.github.redisqueue.documentation.Page.Block;

/**
 * Checks pieces of Java with the compiler, without generating classes. A piece may be
 * types, members of a class, or statements; {@link Frame} adds what it leaves out. A
 * piece with imports needs no others, except for the types of {@link Frame}.
 */
final class JavaSnippets {

	private static final String FRAME = "static io.github.redisqueue.documentation.Frame.*";

	private static final Pattern IMPORT = Pattern.compile("(?m)^import ");

	private static final String IMPORTS = Stream
		.of("java.net.URI", "java.nio.charset.*", "java.time.*", "java.util.*", "java.util.concurrent.*",
				"io.github.redisqueue.*", "io.github.redisqueue.Schedules", "io.github.redisqueue.annotation.*",
				"io.github.redisqueue.listener.*", "io.github.redisqueue.observation.*",
				"io.github.redisqueue.template.*", "io.github.redisqueue.testing.*", "io.github.redisqueue.type.*",
				"io.micrometer.common.*", "org.springframework.aot.hint.annotation.*",
				"org.springframework.beans.factory.annotation.*", "org.springframework.boot.*",
				"org.springframework.boot.actuate.audit.listener.*", "org.springframework.boot.autoconfigure.*",
				"org.springframework.context.annotation.*", "org.springframework.context.event.EventListener",
				"org.springframework.data.redis.connection.*", "org.springframework.data.redis.connection.lettuce.*",
				"org.springframework.data.redis.core.*", "org.springframework.messaging.handler.annotation.*",
				"org.springframework.scheduling.annotation.*", "org.springframework.security.config.Customizer",
				"org.springframework.security.config.annotation.web.builders.HttpSecurity",
				"org.springframework.security.web.SecurityFilterChain", "org.springframework.stereotype.*",
				"org.springframework.transaction.annotation.*", "org.springframework.transaction.event.*", FRAME)
		.map((name) -> "import " + name + "; ")
		.reduce("", String::concat);

	private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

	/**
	 * Checks blocks.
	 * @param blocks the blocks
	 * @return the errors, each with the line of the page
	 */
	List<String> errors(List<Block> blocks) {
		List<String> errors = new ArrayList<>();
		List<JavaFileObject> sources = new ArrayList<>();
		for (Block block : blocks) {
			List<Source> forms = Source.forms(block);
			List<List<String>> failed = new ArrayList<>();
			forms.stream().filter((form) -> {
				failed.add(check(List.of(form), true));
				return failed.get(failed.size() - 1).isEmpty();
			}).findFirst().ifPresentOrElse(sources::add, () -> errors.addAll(failed.get(0)));
		}
		errors.addAll(check(sources, false));
		return errors;
	}

	private List<String> check(List<? extends JavaFileObject> sources, boolean onlySyntax) {
		DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
		JavacTask task = (JavacTask) this.compiler.getTask(null, null, found,
				List.of("-proc:none", "-classpath", System.getProperty("java.class.path")), null, sources);
		try {
			long parsed = StreamSupport.stream(task.parse().spliterator(), false).count();
			if (!onlySyntax && parsed > 0) {
				task.analyze();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found.getDiagnostics()
			.stream()
			.filter((diagnostic) -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
			.map(JavaSnippets::describe)
			.toList();
	}

	private static String describe(Diagnostic<? extends JavaFileObject> error) {
		String message = error.getMessage(Locale.ROOT);
		return (error.getSource() instanceof Source source)
				? source.block.page() + ":" + (source.block.line() - 2 + error.getLineNumber()) + ": " + message
				: message;
	}

	/** A block in one of its forms: one line, then the block, then one line. */
	private static final class Source extends SimpleJavaFileObject {

		private final Block block;

		private final String text;

		private Source(Block block, String before, String after) {
			super(URI.create("string:///" + place(block).replace('.', '/') + "/Snippet.java"), Kind.SOURCE);
			this.block = block;
			this.text = "package " + place(block) + "; " + imports(block) + before + "\n" + block.code() + after;
		}

		static List<Source> forms(Block block) {
			String members = "class Snippet extends io.github.redisqueue.documentation.Frame { ";
			return List.of(new Source(block, "", ""), new Source(block, members, "}"),
					new Source(block, members + "void statements() throws Exception {", "}}"));
		}

		private static String imports(Block block) {
			return IMPORT.matcher(block.code()).find() ? "import " + FRAME + "; " : IMPORTS;
		}

		private static String place(Block block) {
			return block.page().replaceAll("\\W", "_") + ".line" + block.line();
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
