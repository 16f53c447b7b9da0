package io.github.redisqueue.autoconfigure;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueMessageConverter;
import io.github.redisqueue.annotation.method.HandlerSupport;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.run.ListenerServices;
import io.github.redisqueue.observation.DefaultJobSendObservationConvention;
import io.github.redisqueue.observation.JobHandleContext;
import io.github.redisqueue.observation.JobHandleObservationConvention;
import io.github.redisqueue.observation.JobSendObservationConvention;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.QueueTemplate;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SimpleMessageConverter;
import org.springframework.messaging.simp.config.AbstractMessageBrokerConfiguration;
import org.springframework.messaging.simp.user.SimpUserRegistry;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * The beans that an application may replace.
 */
class ExtensionPointsTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Test
	void areThoseThatTheReferenceLists() throws IOException {
		String page = Files.readString(Path.of("..", "docs", "reference.md"));
		String section = page.substring(page.indexOf("## Extension points"));
		Set<String> told = new TreeSet<>();
		Matcher row = Pattern.compile("(?m)^\\| `(\\w+)` \\|").matcher(section);
		while (row.find()) {
			told.add(row.group(1));
		}
		Set<String> replaceable = new TreeSet<>(conditions());
		replaceable.add(QueueConnectionsConfiguration.NAME);
		replaceable.add(JobSendObservationConvention.class.getSimpleName());
		replaceable.add(JobHandleObservationConvention.class.getSimpleName());
		assertThat(told).isEqualTo(replaceable)
			.containsExactlyInAnyOrder("QueueOperations", "queueMessageConverter", "queueListenerTaskExecutor",
					"queueConnectionFactory", "DataRedisConnectionDetails", "RedisConfiguration",
					"RedisConnectionFactory", "JobSendObservationConvention", "JobHandleObservationConvention",
					"redisQueueHealthContributor");
	}

	/** The names and types in all conditions on missing beans. */
	private static List<String> conditions() throws IOException {
		Path conditional = new ClassPathResource("QueueAutoConfiguration.class", QueueAutoConfiguration.class).getFile()
			.toPath();
		Path classes = conditional.resolve("../../../../..").normalize();
		try (Stream<Path> files = Files.walk(classes)) {
			return files.map((file) -> classes.relativize(file).toString())
				.filter((file) -> file.endsWith(".class") && !file.endsWith("package-info.class"))
				.map((file) -> file.replaceFirst("\\.class$", "").replace(File.separatorChar, '.'))
				.map((name) -> ClassUtils.resolveClassName(name, null))
				.flatMap(ExtensionPointsTest::elements)
				.map((element) -> element.getAnnotation(ConditionalOnMissingBean.class))
				.filter((condition) -> condition != null)
				.flatMap(ExtensionPointsTest::namesAndTypes)
				.toList();
		}
	}

	private static Stream<AnnotatedElement> elements(Class<?> type) {
		return Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods()));
	}

	private static Stream<String> namesAndTypes(ConditionalOnMissingBean condition) {
		List<String> all = Stream
			.concat(Arrays.stream(condition.name()), Arrays.stream(condition.value()).map(Class::getSimpleName))
			.collect(Collectors.toList());
		assertThat(all).as("what %s looks for", condition).isNotEmpty();
		return all.stream();
	}

	@Test
	void includeTheOperations() {
		QueueOperations own = mock(QueueOperations.class);
		this.runner.withBean("own", QueueOperations.class, () -> own).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(QueueOperations.class)).isSameAs(own);
		});
	}

	@Test
	void includeTheExecutor() {
		SimpleAsyncTaskExecutor own = new SimpleAsyncTaskExecutor();
		this.runner
			.withBean("queueListenerTaskExecutor", AsyncTaskExecutor.class, () -> own,
					(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false))
			.run((context) -> {
				assertThat(context.getBean(ListenerServices.class)).extracting("handlerExecutor").isSameAs(own);
				assertThat(context.getBean(AsyncTaskExecutor.class))
					.isSameAs(context.getBean("applicationTaskExecutor"));
			});
	}

	@Test
	void needNoDecisionBetweenMappersUnlessPayloadsAreJson() {
		ApplicationContextRunner two = this.runner.withBean("one", JsonMapper.class, JsonMapper::new)
			.withBean("two", JsonMapper.class, JsonMapper::new);
		two.withBean(QueueContexts.Listener.class).withBean(TakesAnything.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(MessageConversionException.class)
				.isThrownBy(() -> context.getBean(QueueOperations.class).send("jobs", List.of(1)))
				.withMessageContaining("of the JsonMapper beans [one, two] none is primary");
		});
		two.withBean(TakesJson.class)
			.run((context) -> assertThat(context.getStartupFailure()).isInstanceOf(InvalidListenerException.class)
				.hasMessageContaining("takes JSON, but of the JsonMapper beans [one, two] none is primary"));
	}

	@Test
	void includeTheConverter() {
		MessageConverter own = new ByteArrayMessageConverter();
		this.runner.withBean("queueMessageConverter", MessageConverter.class, () -> own)
			.run((context) -> assertThat(context.getBean("queueMessageConverter")).isSameAs(own));
	}

	@Test
	void includeTheConverterWithItsAnnotation() {
		this.runner.withUserConfiguration(MarkedConverter.class).run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean("queueMessageConverter");
			MessageConverter own = context.getBean("cbor", MessageConverter.class);
			assertThat(context.getBean(HandlerSupport.class).converter()).isSameAs(own);
			Object payloads = ReflectionTestUtils.getField(context.getBean(QueueTemplate.class), "payloads");
			assertThat(payloads).extracting("converter").isSameAs(own);
		});
	}

	@Test
	void includeTheConverterClassWithItsAnnotation() {
		this.runner.withBean(MarkedClass.class)
			.run((context) -> assertThat(context.getBean(HandlerSupport.class).converter())
				.isInstanceOf(MarkedClass.class));
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void warnOfAConverterThatIsNotMarked(CapturedOutput output) {
		this.runner.withUserConfiguration(UnmarkedConverter.class)
			.run((context) -> assertThat(output).contains("not by the beans [cbor] of type MessageConverter",
					"annotate it with @QueueMessageConverter"));
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void warnOfNoConverterThatSpringItselfHasDefined(CapturedOutput output) {
		this.runner.withUserConfiguration(Sockets.class).run((context) -> {
			assertThat(context).hasNotFailed().hasBean("brokerMessageConverter");
			assertThat(output).doesNotContain("of type MessageConverter");
		});
	}

	@Test
	void includeNoConverterOfAnotherName() {
		this.runner.withBean("brokerMessageConverter", MessageConverter.class, SimpleMessageConverter::new)
			.withBean(NeedsConverter.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasBean("queueMessageConverter");
				assertThat(context.getBean(NeedsConverter.class).converter())
					.isSameAs(context.getBean("brokerMessageConverter"));
			});
	}

	@Test
	void includeTheObservationRegistry() {
		ObservationRegistry own = ObservationRegistry.create();
		this.runner.withBean(ObservationRegistry.class, () -> own)
			.run((context) -> assertThat(context.getBean(ListenerServices.class)).extracting("observations.registry")
				.isSameAs(own));
	}

	@Test
	void includeTheConventionsOfObservations() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
		this.runner.withBean(ObservationRegistry.class, () -> registry)
			.withBean(OwnSending.class)
			.withBean(OwnHandling.class)
			.run((context) -> {
				QueueObservations observations = (QueueObservations) ReflectionTestUtils
					.getField(context.getBean(ListenerServices.class), "observations");
				Job job = Job.of(new byte[0]);
				observations.send("jobs", List.of(job)).run(List::size);
				observations.handle("listener", Lease.of("jobs", job)).end("complete");
				assertThat(meters.get("own.sending").tag("queue", "jobs").timer().count()).isEqualTo(1);
				assertThat(meters.get("own.handling").tag("tenant", "blue").timer().count()).isEqualTo(1);
				assertThat(meters.find("redis.queue.send").timer()).isNull();
				assertThat(meters.find("redis.queue.listener").timer()).isNull();
			});
	}

	@Nested
	@RedisTest
	class Connections {

		@Test
		void ofTheQueuesMayLeadToAnotherRedisThanThoseOfTheApplication(TestRedis redis) {
			ExtensionPointsTest.this.runner
				.withPropertyValues("redis-queue.key-prefix=" + redis.keyPrefix(), "other.host=" + redis.host(),
						"other.port=" + redis.port())
				.withUserConfiguration(OtherRedis.class)
				.run((context) -> {
					context.getBean(QueueOperations.class).send("jobs", "text");
					assertThat(redis.keys()).isNotEmpty();
					assertThat(context.getBean(RedisConnectionFactory.class))
						.isNotSameAs(context.getBean("queueConnectionFactory"))
						.isSameAs(context.getBean("redisConnectionFactory"));
				});
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherRedis {

		@Bean(defaultCandidate = false)
		LettuceConnectionFactory queueConnectionFactory(@Value("${other.host}") String host,
				@Value("${other.port}") int port) {
			return new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedConverter {

		@Bean
		@QueueMessageConverter
		MessageConverter cbor() {
			return new ByteArrayMessageConverter();
		}

	}

	@QueueMessageConverter
	static class MarkedClass extends ByteArrayMessageConverter {

	}

	@Configuration(proxyBeanMethods = false)
	static class UnmarkedConverter {

		@Bean
		MessageConverter cbor() {
			return new ByteArrayMessageConverter();
		}

	}

	/** Defines a {@code brokerMessageConverter}, as WebSocket does. */
	static class Sockets extends AbstractMessageBrokerConfiguration {

		@Override
		protected SimpUserRegistry createLocalUserRegistry(@Nullable Integer order) {
			return mock(SimpUserRegistry.class);
		}

	}

	record NeedsConverter(MessageConverter converter) {

	}

	static class TakesJson {

		@QueueListener("jobs")
		void handle(Map<String, Object> payload) {
		}

	}

	static class TakesAnything {

		@QueueListener("objects")
		void handle(Object payload) {
		}

		@QueueListener("messages")
		void handleMessage(Message<?> message) {
		}

	}

	static class OwnSending extends DefaultJobSendObservationConvention {

		@Override
		public String getName() {
			return "own.sending";
		}

	}

	static class OwnHandling implements JobHandleObservationConvention {

		@Override
		public String getName() {
			return "own.handling";
		}

		@Override
		public KeyValues getLowCardinalityKeyValues(JobHandleContext context) {
			return KeyValues.of("tenant", "blue");
		}

	}

}
