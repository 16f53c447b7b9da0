package io.github.redisqueue.observation;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.core.OverridingClassLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class JobMdcTest {

	private final Lease lease = Lease.builder("orders", Job.of("A-1\nERROR", new byte[0])).failures(2).build();

	@BeforeEach
	@AfterEach
	void clear() {
		MDC.clear();
	}

	@Test
	void namesTheJobWhileSomethingRuns() {
		Map<String, String> seen = new HashMap<>();
		JobMdc.run(this.lease, () -> seen.putAll(MDC.getCopyOfContextMap()));
		assertThat(seen).containsOnly(Map.entry("redis.queue.name", "orders"),
				Map.entry("redis.queue.job", "A-1\\nERROR"), Map.entry("redis.queue.attempt", "3"));
	}

	@Test
	void isAsBeforeAfterwards() {
		MDC.put(JobMdc.JOB, "outer");
		MDC.put("tenant", "blue");
		JobMdc.run(this.lease, () -> {
		});
		assertThat(MDC.getCopyOfContextMap()).containsOnly(Map.entry(JobMdc.JOB, "outer"), Map.entry("tenant", "blue"));
	}

	@Test
	void isAsBeforeAfterAnException() {
		assertThatIllegalStateException().isThrownBy(() -> JobMdc.run(this.lease, () -> {
			throw new IllegalStateException();
		}));
		assertThat(Objects.requireNonNullElse(MDC.getCopyOfContextMap(), Map.of())).isEmpty();
	}

	@Test
	void isNotMissedWithoutSlf4j() throws ReflectiveOperationException {
		boolean[] ran = { false };
		Runnable action = () -> ran[0] = true;
		try {
			new WithoutSlf4j().loadClass(JobMdc.class.getName())
				.getMethod("run", Lease.class, Runnable.class)
				.invoke(null, this.lease, action);
		}
		catch (InvocationTargetException ex) {
			throw new AssertionError(ex.getCause());
		}
		assertThat(ran[0]).isTrue();
	}

	/** Loads the class anew, and does not find SLF4J. */
	private static final class WithoutSlf4j extends OverridingClassLoader {

		WithoutSlf4j() {
			super(JobMdcTest.class.getClassLoader());
		}

		@Override
		protected boolean isEligibleForOverriding(String name) {
			return name.startsWith(JobMdc.class.getName());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.startsWith("org.slf4j")) {
				throw new ClassNotFoundException(name);
			}
			return super.loadClass(name, resolve);
		}

	}

}
