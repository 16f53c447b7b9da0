package io.github.redisqueue.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.redisqueue.annotation.QueueMessageConverter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.AbstractMessageConverter;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.CompositeMessageConverter;
import org.springframework.messaging.converter.JacksonJsonMessageConverter;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.StringMessageConverter;

/**
 * The converter of payloads: {@code byte[]} and {@code String} are stored without
 * conversion, other types as JSON if Jackson is on the classpath. The converter is chosen
 * by the Java type that is sent or requested, never by a content type or a class name in
 * the job.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(name = QueueMessageConverterConfiguration.NAME, annotation = QueueMessageConverter.class)
class QueueMessageConverterConfiguration {

	/** Converts payloads. Applications may replace it. */
	static final String NAME = "queueMessageConverter";

	private static final Log logger = LogFactory.getLog(QueueMessageConverterConfiguration.class);

	private static MessageConverter converter(ConfigurableListableBeanFactory beans,
			AbstractMessageConverter... further) {
		warnOfOthers(beans);
		List<AbstractMessageConverter> converters = new ArrayList<>();
		converters.add(new ByteArrayMessageConverter());
		converters.add(new StringMessageConverter(StandardCharsets.UTF_8));
		converters.addAll(List.of(further));
		converters.forEach((converter) -> converter.setContentTypeResolver(null));
		return new CompositeMessageConverter(List.copyOf(converters));
	}

	/** Converters of the application that it may have meant for jobs. */
	private static void warnOfOthers(ConfigurableListableBeanFactory beans) {
		List<String> others = Arrays.stream(beans.getBeanNamesForType(MessageConverter.class, true, false))
			.filter((name) -> !name.equals(NAME) && !isOfSpring(beans, name))
			.toList();
		if (!others.isEmpty()) {
			logger.warn("The payloads of jobs are converted by default, and not by the beans " + others
					+ " of type MessageConverter. If one of them is to convert them, annotate it with"
					+ " @QueueMessageConverter, or name it '" + NAME + "'. Otherwise ignore this");
		}
	}

	/** Whether a module of Spring, such as that for WebSocket, has defined a bean. */
	private static boolean isOfSpring(ConfigurableListableBeanFactory beans, String name) {
		return beans.containsBeanDefinition(name)
				&& ListenerBeansFilter.maker(beans.getBeanDefinition(name)).startsWith("org.springframework.");
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class JacksonConfiguration {

		@Bean(defaultCandidate = false)
		MessageConverter queueMessageConverter(ObjectProvider<JsonMapper> mapper,
				ConfigurableListableBeanFactory beans) {
			JsonMapper only = mapper.getIfUnique();
			if (only == null && mapper.stream().count() > 1) {
				return converter(beans,
						new UndecidedConverter(List.of(beans.getBeanNamesForType(JsonMapper.class, true, false))));
			}
			return converter(beans, json((only != null) ? only : JsonMapper.shared()));
		}

		/** Without the buffer of 1 kB that Spring allocates for each payload. */
		private static AbstractMessageConverter json(JsonMapper mapper) {
			return new JacksonJsonMessageConverter(mapper) {

				@Override
				protected Object convertToInternal(Object payload, @Nullable MessageHeaders headers,
						@Nullable Object hint) {
					try {
						return mapper.writeValueAsBytes(payload);
					}
					catch (JacksonException ex) {
						throw new MessageConversionException("Could not write JSON: " + ex.getMessage(), ex);
					}
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("tools.jackson.databind.json.JsonMapper")
	static class PlainConfiguration {

		@Bean(defaultCandidate = false)
		MessageConverter queueMessageConverter(ConfigurableListableBeanFactory beans) {
			return converter(beans);
		}

	}

}
