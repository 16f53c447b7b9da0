package io.github.redisqueue.aot;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that is processed ahead of time, as before a native image is built, and
 * then runs on the JVM with what was generated.
 */
@RedisTest
class AheadOfTimeTest {

	@Test
	void itsListenersWork(TestRedis redis, @TempDir Path directory) throws Exception {
		String[] args = { "--jobs.host=" + redis.host(), "--jobs.port=" + redis.port(),
				"--redis-queue.key-prefix=" + redis.keyPrefix(), "--orders.queue=orders",
				"--redis-queue.types.cancelled=" + AheadApplication.Cancelled.class.getName(),
				"--redis-queue.queues.refused.retry.never-retry=" + IllegalStateException.class.getName() };
		Path classes = Files.createDirectory(directory.resolve("classes"));
		Path sources = Files.createDirectory(directory.resolve("sources"));
		process(args, sources, classes);
		compile(sources, classes);
		assertThat(workAheadOfTime(classes, args)).containsExactlyInAnyOrder("attempt 1 in orders",
				"Order[number=1, lines=[Line[sku=LAMP]]]", "attempt 1 in events", "attempt 1 in refused");
	}

	private static void process(String[] args, Path sources, Path classes) {
		Settings settings = Settings.builder()
			.sourceOutput(sources)
			.resourceOutput(classes)
			.classOutput(classes)
			.groupId("io.github.redisqueue")
			.artifactId("ahead")
			.build();
		new SpringApplicationAotProcessor(AheadApplication.class, settings, args).process();
	}

	private static void compile(Path sources, Path classes) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		try (Stream<Path> files = Files.walk(sources);
				StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
			List<Path> generated = files.filter((file) -> file.toString().endsWith(".java")).toList();
			List<String> options = List.of("-proc:none", "-parameters", "-nowarn", "-d", classes.toString(),
					"-classpath", classes + File.pathSeparator + System.getProperty("java.class.path"));
			assertThat(
					compiler.getTask(null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(generated))
						.call())
				.isTrue();
		}
	}

	/**
	 * Class loaders of their own, since the generated classes are in the packages of
	 * those that they create. The embedded Redis is there when the application is
	 * processed, but an executable jar does not contain it.
	 */
	@SuppressWarnings("unchecked")
	private static List<String> workAheadOfTime(Path classes, String[] args) throws Exception {
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(classPath(classes), ClassLoader.getPlatformClassLoader())) {
			Thread.currentThread().setContextClassLoader(loader);
			loader.loadClass("org.springframework.core.SpringProperties")
				.getMethod("setFlag", String.class)
				.invoke(null, "spring.aot.enabled");
			return (List<String>) loader.loadClass(AheadApplication.class.getName())
				.getMethod("work", String[].class)
				.invoke(null, (Object) args);
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	private static URL[] classPath(Path classes) throws MalformedURLException {
		List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (!entry.contains("embedded-redis")) {
				urls.add(Path.of(entry).toUri().toURL());
			}
		}
		return urls.toArray(URL[]::new);
	}

}
