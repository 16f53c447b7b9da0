package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.json.QueueModule;
import tools.jackson.databind.module.SimpleModule;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Lets the mapper of the application write jobs and dead letters, if there is Jackson.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(SimpleModule.class)
class QueueJsonConfiguration {

	@Bean(QueueAutoConfiguration.INTERNAL + "jacksonModule")
	QueueModule jacksonModule() {
		return new QueueModule();
	}

}
