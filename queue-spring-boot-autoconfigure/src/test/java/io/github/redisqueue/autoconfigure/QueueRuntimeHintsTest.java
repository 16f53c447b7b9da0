package io.github.redisqueue.autoconfigure;

import java.io.IOException;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.ShutdownChannelGroupException;
import java.util.Arrays;
import java.util.List;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.autoconfigure.properties.QueueProperties;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.javapoet.ClassName;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What native images need besides the code.
 */
class QueueRuntimeHintsTest {

	private static final String SCRIPTS = "redisqueue/";

	@Test
	void allScriptsAreTakenIntoNativeImages() throws IOException {
		RuntimeHints hints = new RuntimeHints();
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter(QueueRuntimeHints.class::isInstance)
			.forEach((registrar) -> registrar.registerHints(hints, getClass().getClassLoader()));
		assertThat(scripts())
			.contains("redisqueue/lib/time.lua", "redisqueue/lease/lease.lua", "redisqueue/confirm/mark.lua",
					"redisqueue/testing/advance_lease.lua")
			.hasSizeGreaterThan(180)
			.allSatisfy((script) -> assertThat(RuntimeHintsPredicates.resource().forResource(script)).accepts(hints));
		assertThat(RuntimeHintsPredicates.resource().forResource("io/github/redisqueue/Lease.class")).rejects(hints);
	}

	@Test
	void thePageOfTheConsoleIsTakenIntoNativeImages() {
		RuntimeHints hints = new RuntimeHints();
		new QueueRuntimeHints().registerHints(hints, getClass().getClassLoader());
		assertThat(List.of("index.html", "assets/test/sample.js")).allSatisfy((file) -> assertThat(
				RuntimeHintsPredicates.resource().forResource("io/github/redisqueue/console/" + file))
			.accepts(hints));
		assertThat(RuntimeHintsPredicates.resource().forResource("io/github/redisqueue/console/QueueConsole.class"))
			.rejects(hints);
	}

	private static List<String> scripts() throws IOException {
		return Arrays
			.stream(new PathMatchingResourcePatternResolver().getResources("classpath*:" + SCRIPTS + "**/*.lua"))
			.map(Object::toString)
			.map((script) -> script.replaceFirst(".*/(?=" + SCRIPTS + ")", "").replaceFirst("]$", ""))
			.toList();
	}

	@Test
	void propertiesCanBeBoundInNativeImages() {
		RuntimeHints hints = hints();
		assertThat(List.of(QueueProperties.class.getDeclaredClasses())).contains(QueueProperties.Schedule.class)
			.allSatisfy((type) -> assertThat(
					RuntimeHintsPredicates.reflection().onConstructorInvocation(type.getDeclaredConstructors()[0]))
				.accepts(hints));
	}

	@Test
	void classesThatPropertiesNameAreFoundInNativeImages() {
		RuntimeHints hints = hints("redis-queue.types.order=" + Order.class.getName(),
				"redis-queue.retry.retry-for=" + NotYetBoundException.class.getName(),
				"redis-queue.retry.never-retry=" + AlreadyBoundException.class.getName(),
				"redis-queue.queues.orders.retry.never-retry=" + ShutdownChannelGroupException.class.getName(),
				"redis-queue.queues.invoices=",
				"redis-queue.queues.orders.lease-time=${only.known.when.the.image.runs}");
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "number")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Line.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(NotYetBoundException.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(AlreadyBoundException.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(ShutdownChannelGroupException.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Order.class)).rejects(hints());
	}

	@Test
	void deadLetterHandlersCanBeUsedInNativeImages() {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, Undertaker.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(ReflectionUtils.findMethod(Undertaker.class, "dead", Order.class))).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Order.class)).accepts(hints);
	}

	static class Undertaker {

		@DeadLetterHandler("jobs")
		void dead(Order order) {
		}

	}

	private static RuntimeHints hints(String... properties) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of(properties).applyTo(context);
			context.register(JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class,
					QueueAutoConfiguration.class);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get(QueueRuntimeHintsTest.class)), new InMemoryGeneratedFiles());
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

	record Order(String number, List<Line> lines) {

	}

	record Line(String sku) {

	}

}
