package io.github.redisqueue.samples.shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.testing.AutoConfigureQueueTester;

import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

/**
 * A test of the whole application. All tests share one application.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "spring.datasource.url=jdbc:h2:mem:shop", "shop.outbox.interval=1h" })
@AutoConfigureRestTestClient
@AutoConfigureQueueTester
@MockitoSpyBean(types = QueueOperations.class)
public @interface ShopApplicationTest {

}
