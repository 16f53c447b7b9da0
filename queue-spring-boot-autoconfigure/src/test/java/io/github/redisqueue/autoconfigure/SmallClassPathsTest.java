package io.github.redisqueue.autoconfigure;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications start with few libraries. The class path of the tests has all of them, and
 * a filtering class loader hides classes from conditions, but not from the classes that
 * use them: so each application has a JVM of its own, whose class path lacks the jars.
 */
@RedisTest
class SmallClassPathsTest {

	/** What only tests have. */
	private static final Pattern OF_TESTS = Pattern
		.compile("(spring-boot-test|spring-test|spring-boot-starter|junit|assertj"
				+ "|mockito|awaitility|archunit|selenium|axe|testcontainers|docker|httpc|jedis|luaj"
				+ "|opentelemetry|spring-boot-opentelemetry|micrometer-tracing|spring-boot-micrometer-tracing|embedded-redis).*");

	private static final String OF_SERVLETS = "(spring-webmvc|spring-boot-webmvc|spring-boot-servlet|spring-boot-tomcat"
			+ "|tomcat|jakarta.servlet).*";

	private static final String OF_WEBFLUX = "(spring-webflux|spring-boot-webflux|reactor-netty|spring-boot-reactor-netty"
			+ "|spring-boot-netty).*";

	private static final String OF_THE_WEB = "(spring-web|spring-boot-web|spring-boot-http).*";

	private static final String OF_SECURITY = "(spring-security|spring-boot-security).*";

	private static final String OF_ACTUATOR = "(spring-boot-actuator|spring-boot-health|spring-boot-micrometer"
			+ "|micrometer-core|HdrHistogram).*";

	private static final String OF_TRANSACTIONS = "(spring-boot-transaction|spring-jdbc|h2).*";

	private final TestRedis redis;

	SmallClassPathsTest(TestRedis redis) {
		this.redis = redis;
	}

	/** All of the first three, and of each two with transactions or without. */
	static Stream<Arguments> all() {
		return Stream.of("servlet", "reactive", "none")
			.flatMap((web) -> Stream.of(0, 1, 2, 3)
				.map((bits) -> Arguments.of(web, (bits & 1) > 0, (bits & 2) > 0, bits == 1 || bits == 2)));
	}

	@ParameterizedTest
	@CsvSource("reactive, true, true, false")
	void anApplicationWithTheseLibrariesHandlesJobs(String web, boolean security, boolean actuator,
			boolean transactions) throws Exception {
		List<String> absent = new ArrayList<>();
		absent.addAll(web.equals("servlet") ? List.of() : List.of(OF_SERVLETS));
		absent.addAll(web.equals("reactive") ? List.of() : List.of(OF_WEBFLUX));
		absent.addAll(web.equals("none") ? List.of(OF_THE_WEB) : List.of());
		absent.addAll(security ? List.of() : List.of(OF_SECURITY));
		absent.addAll(actuator ? List.of() : List.of(OF_ACTUATOR));
		absent.addAll(transactions ? List.of() : List.of(OF_TRANSACTIONS));
		boolean console = actuator && !web.equals("none");
		assertThat(work(classPath(Pattern.compile(String.join("|", absent))), transactions, console))
			.endsWith(console ? "Handled, with a console" : "Handled");
	}

	@ParameterizedTest
	@MethodSource("all")
	@OnlyInAllTests
	void anApplicationWithAnyLibrariesHandlesJobs(String web, boolean security, boolean actuator, boolean transactions)
			throws Exception {
		anApplicationWithTheseLibrariesHandlesJobs(web, security, actuator, transactions);
	}

	private static String classPath(Pattern absent) {
		return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).filter((entry) -> {
			String name = Path.of(entry).getFileName().toString();
			return !OF_TESTS.matcher(name).matches() && !absent.matcher(name).matches();
		}).collect(Collectors.joining(File.pathSeparator));
	}

	private String work(String classPath, boolean transactions, boolean console) throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, SmallApplication.class.getName(),
				"--spring.config.name=none", "--spring.main.banner-mode=off", "--server.port=0",
				"--logging.level.root=warn", "--spring.data.redis.host=" + this.redis.host(),
				"--spring.data.redis.port=" + this.redis.port(), "--redis-queue.key-prefix=" + this.redis.keyPrefix(),
				"--redis-queue.console.enabled=" + console, "--small.transactions=" + transactions)
			.redirectErrorStream(true)
			.start();
		try (InputStream output = process.getInputStream()) {
			return new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
		}
		finally {
			process.destroyForcibly();
		}
	}

}
