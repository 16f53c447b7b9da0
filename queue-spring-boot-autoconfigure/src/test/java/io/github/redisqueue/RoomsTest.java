package io.github.redisqueue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.redisqueue.listener.BrokenException;
import io.github.redisqueue.listener.Decision;
import io.github.redisqueue.listener.FailureDecisions;
import io.github.redisqueue.listener.ListenerRuns;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.run.ListenerServices;
import io.github.redisqueue.listener.run.ListenerServices.HandlerExtensions;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the packages of one concept show to others.
 */
@AnalyzeClasses(packages = "io.github.redisqueue",
		importOptions = { DoNotIncludeTests.class, ArchitectureTest.NoTestJar.class })
class RoomsTest {

	private static final String ROOT = "io.github.redisqueue";

	/** What runs listeners, in packages of its own, one for each step of a job. */
	private static final DescribedPredicate<JavaClass> ROOMS_OF_LISTENERS = resideInAPackage(ROOT + ".listener.*..");

	/** What the packages below need of the one with the API. */
	private static final DescribedPredicate<JavaClass> SHARED_WITH_ROOMS = belongToAnyOf(BrokenException.class,
			Decision.class, FailureDecisions.class, ListenerRuns.class, Outcome.class);

	/** What the configuration creates. */
	private static final DescribedPredicate<JavaClass> FOR_THE_CONFIGURATION = belongToAnyOf(ListenerServices.class,
			HandlerExtensions.class);

	@ArchTest
	static final ArchRule onlyListenersKnowWhatRunsThem = noClasses()
		.that(DescribedPredicate.not(resideInAPackage(ROOT + ".listener..")))
		.should()
		.dependOnClassesThat(
				SHARED_WITH_ROOMS.or(ROOMS_OF_LISTENERS.and(DescribedPredicate.not(FOR_THE_CONFIGURATION))));

	@ArchTest
	static final ArchRule onlyTheConfigurationCreatesWhatListenersShare = noClasses()
		.that(DescribedPredicate.not(resideInAnyPackage(ROOT + ".listener..", ROOT + ".autoconfigure..")))
		.should()
		.dependOnClassesThat(FOR_THE_CONFIGURATION);

	@ArchTest
	static final ArchRule theApiOfListenersKnowsNothingOfWhatRunsThem = noClasses()
		.that(resideInAPackage(ROOT + ".listener"))
		.should()
		.dependOnClassesThat(ROOMS_OF_LISTENERS);

	@ArchTest
	static void noSampleKnowsWhatRunsListeners(JavaClasses classes) throws IOException {
		Set<String> hidden = new TreeSet<>();
		classes.stream()
			.filter(ROOMS_OF_LISTENERS.or(SHARED_WITH_ROOMS))
			.filter(JavaClass::isTopLevelClass)
			.map(JavaClass::getName)
			.forEach(hidden::add);
		try (Stream<Path> files = Files.walk(Path.of("../samples"))) {
			assertThat(files.filter((file) -> file.toString().endsWith(".java")))
				.allSatisfy((file) -> assertThat(read(file)).doesNotContain(hidden));
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
