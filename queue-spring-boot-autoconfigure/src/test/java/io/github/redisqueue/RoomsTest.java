package io.github.redisqueue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
import io.github.redisqueue.listener.run.HandlerExtensions;
import io.github.redisqueue.listener.run.ListenerServices;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much a package holds, and what the packages of one concept show to others.
 */
@AnalyzeClasses(packages = "io.github.redisqueue",
		importOptions = { DoNotIncludeTests.class, ArchitectureTest.NoTestJar.class })
class RoomsTest {

	private static final String ROOT = "io.github.redisqueue";

	private static final int MOST_TYPES = 45;

	private static final int LARGEST_CIRCLE = 3;

	/** Packages that have more types, which must not become ever more. */
	private static final Map<String, Integer> LARGER = Map.of(ROOT + ".autoconfigure", 66);

	/** Packages that have larger circles, which must not grow. */
	private static final Map<String, Integer> LARGER_CIRCLES = Map.of(ROOT + ".autoconfigure", 7,
			ROOT + ".autoconfigure.embedded", 8, ROOT + ".observation", 5, ROOT + ".algorithm", 4, ROOT + ".script", 5);

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

	@ArchTest
	static void aPackageHasFewTypes(JavaClasses classes) {
		Map<String, Integer> counts = new TreeMap<>();
		classes.stream()
			.filter((type) -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
			.forEach((type) -> counts.merge(type.getPackageName(), 1, Integer::sum));
		assertThat(counts)
			.allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(LARGER.getOrDefault(name, MOST_TYPES)));
	}

	/** A reader has to know all types of a circle to know one of them. */
	@ArchTest
	static void circlesInsideAPackageAreSmall(JavaClasses classes) {
		Map<String, Set<String>> arrows = new TreeMap<>();
		classes.forEach((type) -> type.getDirectDependenciesFromSelf().forEach((dependency) -> {
			JavaClass from = outermost(type);
			JavaClass to = outermost(dependency.getTargetClass());
			if (from.getPackageName().equals(to.getPackageName())) {
				arrows.computeIfAbsent(from.getName(), (name) -> new HashSet<>()).add(to.getName());
			}
		}));
		Map<String, Set<String>> reached = new HashMap<>();
		arrows.keySet().forEach((type) -> reached.put(type, reached(type, arrows)));
		Map<String, Set<String>> tooLarge = new TreeMap<>();
		reached.forEach((type, others) -> {
			Set<String> circle = new TreeSet<>(others);
			circle.removeIf((other) -> !reached.getOrDefault(other, Set.of()).contains(type));
			String room = type.substring(0, type.lastIndexOf('.'));
			if (circle.size() > LARGER_CIRCLES.getOrDefault(room, LARGEST_CIRCLE)) {
				tooLarge.put(type, circle);
			}
		});
		assertThat(tooLarge).isEmpty();
	}

	private static JavaClass outermost(JavaClass type) {
		JavaClass outermost = type.getBaseComponentType();
		while (outermost.getEnclosingClass().isPresent()) {
			outermost = outermost.getEnclosingClass().get();
		}
		return outermost;
	}

	private static Set<String> reached(String type, Map<String, Set<String>> arrows) {
		Set<String> reached = new HashSet<>();
		Deque<String> open = new ArrayDeque<>(Set.of(type));
		while (!open.isEmpty()) {
			for (String next : arrows.getOrDefault(open.pop(), Set.of())) {
				if (reached.add(next)) {
					open.push(next);
				}
			}
		}
		return reached;
	}

}
