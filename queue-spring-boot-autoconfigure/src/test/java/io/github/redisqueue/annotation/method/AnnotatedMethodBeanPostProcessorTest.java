package io.github.redisqueue.annotation.method;

import org.junit.jupiter.api.Test;

import org.springframework.samples.shop.Shop;

import static org.assertj.core.api.Assertions.assertThat;

class AnnotatedMethodBeanPostProcessorTest {

	/** As for {@code @EventListener}. */
	@Test
	void classesOfSpringAreSearchedIfTheyAreComponents() {
		assertThat(QueueListenerAnnotationBeanPostProcessor.hasListeners(Shop.class)).isTrue();
		assertThat(QueueListenerAnnotationBeanPostProcessor.hasListeners(Shop.Depot.class)).isFalse();
	}

}
