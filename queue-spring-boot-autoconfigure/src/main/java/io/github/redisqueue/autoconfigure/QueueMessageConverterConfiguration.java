package io.github.redisqueue.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.converter.AbstractMessageConverter;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.CompositeMessageConverter;
import org.springframework.messaging.converter.JacksonJsonMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.StringMessageConverter;

/**
 * The converter of payloads: {@code byte[]} and {@code String} are stored without
 * conversion, other types as JSON if Jackson is on the classpath. The converter is chosen
 * by the Java type that is sent or requested, never by a content type or a class name in
 * the job.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(name = QueueMessageConverterConfiguration.CONVERTER)
class QueueMessageConverterConfiguration {

	static final String CONVERTER = "queueMessageConverter";

	private static MessageConverter converter(AbstractMessageConverter... further) {
		List<AbstractMessageConverter> converters = new ArrayList<>();
		converters.add(new ByteArrayMessageConverter());
		converters.add(new StringMessageConverter(StandardCharsets.UTF_8));
		converters.addAll(List.of(further));
		converters.forEach((converter) -> converter.setContentTypeResolver(null));
		return new CompositeMessageConverter(List.copyOf(converters));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class JacksonConfiguration {

		@Bean(defaultCandidate = false)
		MessageConverter queueMessageConverter(ObjectProvider<JsonMapper> mapper) {
			return converter(new JacksonJsonMessageConverter(mapper.getIfAvailable(JsonMapper::shared)));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("tools.jackson.databind.json.JsonMapper")
	static class PlainConfiguration {

		@Bean(defaultCandidate = false)
		MessageConverter queueMessageConverter() {
			return converter();
		}

	}

}
