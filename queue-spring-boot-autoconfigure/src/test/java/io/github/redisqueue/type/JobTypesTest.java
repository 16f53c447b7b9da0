package io.github.redisqueue.type;

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JobTypesTest {

	@Test
	void namesAreThoseThatWereRegisteredThenThoseOfAnnotations() {
		JobTypes types = new JobTypes(
				Map.<String, Class<?>>of("plain", Plain.class, "registered", AlsoRegistered.class));
		assertThat(types.nameOf(Plain.class)).isEqualTo("plain");
		assertThat(types.nameOf(Annotated.class)).isEqualTo("annotated");
		assertThat(types.nameOf(AlsoRegistered.class)).isEqualTo("registered");
		assertThat(types.nameOf(String.class)).isNull();
	}

	@Test
	void aSubclassHasNotTheNameOfItsSuperclassForHandlers() {
		assertThat(new JobTypes(Map.of()).nameOf(Sub.class)).isNull();
	}

	@Test
	void aPayloadHasTheNameOfTheNearestSuperclassOrElseOfItsInterfaces() {
		JobTypes types = new JobTypes(Map.of("registered", AlsoRegistered.class));
		assertThat(types.ofPayload(Sub.class)).isEqualTo("annotated");
		assertThat(types.ofPayload(Implementing.class)).isEqualTo("one");
		assertThat(types.ofPayload(WithoutOwn.class)).isEqualTo("wide");
		assertThat(types.ofPayload(Own.class)).isEqualTo("own");
		assertThat(types.ofPayload(AlsoRegistered.class)).isEqualTo("registered");
		assertThat(types.ofPayload(String.class)).isNull();
		assertThatIllegalArgumentException().isThrownBy(() -> types.ofPayload(Both.class))
			.withMessageContainingAll(Both.class.getName(), "'one'", "'other'", "Annotate the class with @JobType");
	}

	@Test
	void anInvalidNameIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new JobTypes(Map.of("two words", Plain.class)))
			.withMessageContainingAll("'two words' is not a valid name of the payload type", Plain.class.getName(),
					"Allowed are");
		assertThatIllegalArgumentException().isThrownBy(() -> new JobTypes(Map.of()).nameOf(Badly.class))
			.withMessageContaining("'' is not a valid name");
	}

	@Test
	void twoNamesOfOneTypeAreRefused() {
		Map<String, Class<?>> types = new LinkedHashMap<>();
		types.put("one", Plain.class);
		types.put("two", Plain.class);
		assertThatIllegalArgumentException().isThrownBy(() -> new JobTypes(types))
			.withMessageContaining("has two names, 'one' and 'two'");
	}

	private static final class Plain {

	}

	@JobType("annotated")
	private static class Annotated {

	}

	private static final class Sub extends Annotated implements Other {

	}

	@JobType("wide")
	private interface Wide {

	}

	@JobType("one")
	private interface One extends Wide {

	}

	private interface Extending extends Wide {

	}

	@JobType("other")
	private interface Other {

	}

	private static class Implementing implements One {

	}

	private static final class WithoutOwn implements Extending {

	}

	private static final class Both implements One, Other {

	}

	@JobType("own")
	private static final class Own extends Implementing implements Other {

	}

	@JobType("also")
	private static final class AlsoRegistered {

	}

	@JobType("")
	private static final class Badly {

	}

}
