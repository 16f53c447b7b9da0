package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueListener;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

class QueueRuntimeHintsTest {

	private final RuntimeHints hints = new RuntimeHints();

	@Test
	void scriptsAreTakenIntoNativeImages() {
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter(QueueRuntimeHints.class::isInstance)
			.forEach((registrar) -> registrar.registerHints(this.hints, getClass().getClassLoader()));
		assertThat(RuntimeHintsPredicates.resource().forResource("redisqueue/lease/lease.lua")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("redisqueue/lib/time.lua")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/github/redisqueue/Lease.class"))
			.rejects(this.hints);
	}

	@Test
	void handlerMethodsAndTheirPayloadsCanBeUsedInNativeImages() {
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(this.hints, Listener.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(ReflectionUtils.findMethod(Listener.class, "handle", Order.class))).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Order.class)).accepts(this.hints);
	}

	static class Listener {

		@QueueListener("jobs")
		void handle(Order order) {
		}

	}

	record Order(String number) {

	}

}
