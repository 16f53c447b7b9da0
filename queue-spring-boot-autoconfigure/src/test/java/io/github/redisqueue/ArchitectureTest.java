package io.github.redisqueue;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.redisqueue.script.LosslessUtf8;
import io.github.redisqueue.script.ServerError;
import org.jspecify.annotations.NullMarked;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beFinal;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beStatic;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The rules of the design for this module and the one below it, which share no package.
 */
@AnalyzeClasses(packages = "io.github.redisqueue",
		importOptions = { DoNotIncludeTests.class, ArchitectureTest.NoTestJar.class })
class ArchitectureTest {

	private static final String ROOT = "io.github.redisqueue";

	private static final String CONFIGURATION = ROOT + ".autoconfigure..";

	private static final DescribedPredicate<JavaClass> IN_A_ROOM_OF_THE_CONFIGURATION = resideInAnyPackage(
			InternalPackagesTest.OF_THE_CONFIGURATION.toArray(String[]::new));

	/** What tests of applications use, in a jar of its own. */
	private static final String TESTING = ROOT + ".testing..";

	/** What there is to see and to do for operators, however they ask. */
	private static final String ADMIN = ROOT + ".admin..";

	/** The Actuator endpoint. */
	private static final String ENDPOINT = ROOT + ".endpoint..";

	/** The page for operators. */
	private static final String CONSOLE = ROOT + ".console..";

	private static final DescribedPredicate<JavaClass> HOW_QUEUES_WORK = resideInAnyPackage(ROOT + ".algorithm..",
			ROOT + ".script..", ROOT + ".shard..");

	private static final DescribedPredicate<JavaClass> IN_CORE = resideInAnyPackage(ROOT, ROOT + ".bell..",
			ROOT + ".instance..", ROOT + ".lettuce..", ROOT + ".thread..")
		.or(HOW_QUEUES_WORK);

	/** Without the contract, which is for applications. */
	private static final DescribedPredicate<JavaClass> IN_A_ROOM_OF_THE_CORE = IN_CORE.and(not(resideInAPackage(ROOT)));

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("io.github.(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule onlyTheConfigurationAndWhatOperatorsUseKnowBoot = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, TESTING, ADMIN, ENDPOINT, CONSOLE)))
		.should()
		.dependOnClassesThat(resideInAPackage("org.springframework.boot.."));

	@ArchTest
	static final ArchRule whatOperatorsDoDoesNotDependOnActuator = noClasses().that(resideInAPackage(ADMIN))
		.should()
		.dependOnClassesThat(resideInAPackage("org.springframework.boot.actuate.."));

	@ArchTest
	static final ArchRule onlyTheConfigurationKnowsTheEndpoint = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, ENDPOINT)))
		.should()
		.dependOnClassesThat(resideInAPackage(ENDPOINT));

	@ArchTest
	static final ArchRule onlyTheEndpointAndTheConsoleKnowWhatOperatorsDo = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, ADMIN, ENDPOINT, CONSOLE)))
		.should()
		.dependOnClassesThat(resideInAPackage(ADMIN));

	@ArchTest
	static final ArchRule onlyTheConfigurationKnowsTheConsole = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, CONSOLE)))
		.should()
		.dependOnClassesThat(resideInAPackage(CONSOLE));

	@ArchTest
	static final ArchRule onlyTheConsoleKnowsTheWeb = noClasses().that(not(resideInAnyPackage(CONFIGURATION, CONSOLE)))
		.should()
		.dependOnClassesThat(resideInAnyPackage("org.springframework.web..", "org.springframework.http..",
				"org.springframework.security..", "jakarta.servlet..", "reactor.."));

	@ArchTest
	static final ArchRule theConsoleIsTheSameForAllKindsOfWebApplications = noClasses().that(resideInAPackage(CONSOLE))
		.and()
		.haveNameNotMatching(".*\\.(Servlet|Reactive)[^.]*")
		.should()
		.dependOnClassesThat(resideInAnyPackage("jakarta.servlet..", "reactor..", "org.springframework.web.."));

	@ArchTest
	static final ArchRule theEndpointIsTheSameForAllKindsOfWebApplications = noClasses()
		.that(resideInAPackage(ENDPOINT))
		.should()
		.dependOnClassesThat(resideInAnyPackage("org.springframework.web..", "org.springframework.http..",
				"jakarta.servlet..", "reactor.."));

	@ArchTest
	static final ArchRule onlyWhatTestsUseKnowsTheConfiguration = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, TESTING)))
		.should()
		.dependOnClassesThat(resideInAPackage(CONFIGURATION));

	@ArchTest
	static final ArchRule nobodyKnowsWhatTestsUse = noClasses().that(not(resideInAPackage(TESTING)))
		.should()
		.dependOnClassesThat(resideInAPackage(TESTING));

	@ArchTest
	static final ArchRule onlyWhatTestsUseKnowsTestLibraries = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, TESTING)))
		.should()
		.dependOnClassesThat(resideInAnyPackage("org.springframework.test..", "org.springframework.boot.test..",
				"org.junit..", "org.awaitility.."));

	@ArchTest
	static final ArchRule theCoreKnowsNothingOfThisModule = noClasses().that(IN_CORE)
		.should()
		.dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(IN_CORE)));

	@ArchTest
	static final ArchRule listenersKnowNothingOfAnnotationsAndCleaners = noClasses().that()
		.resideInAPackage(ROOT + ".listener..")
		.should()
		.dependOnClassesThat(resideInAnyPackage(ROOT + ".annotation..", ROOT + ".cleaner..", ROOT + ".template..",
				ROOT + ".script.."));

	@ArchTest
	static final ArchRule onlyTheConfigurationChoosesAlgorithmsAndScripts = noClasses()
		.that(not(IN_CORE.or(resideInAnyPackage(CONFIGURATION, TESTING))))
		.should()
		.dependOnClassesThat(HOW_QUEUES_WORK.and(not(belongToAnyOf(ServerError.class, LosslessUtf8.class))));

	@ArchTest
	static final ArchRule theConfigurationShowsNothingButItself = classes().that()
		.resideInAPackage(CONFIGURATION)
		.and(not(IN_A_ROOM_OF_THE_CONFIGURATION))
		.and()
		.areNotAnnotatedWith(AutoConfiguration.class)
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule onlyTheConfigurationKnowsWhatCallsAnnotatedMethods = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, InternalPackagesTest.OF_ANNOTATIONS)))
		.should()
		.dependOnClassesThat(resideInAPackage(InternalPackagesTest.OF_ANNOTATIONS));

	@ArchTest
	static final ArchRule internalTypesArePublicForOtherPackagesOnly = classes()
		.that(IN_A_ROOM_OF_THE_CORE.or(IN_A_ROOM_OF_THE_CONFIGURATION)
			.or(resideInAPackage(InternalPackagesTest.OF_ANNOTATIONS))
			.or(resideInAnyPackage(InternalPackagesTest.OF_THE_BACKGROUND.toArray(String[]::new))))
		.and()
		.arePublic()
		.should(beUsedByAnotherPackage());

	@ArchTest
	static final ArchRule membersOfTheCoreArePublicForOtherPackagesOnly = codeUnits().that()
		.arePublic()
		.and()
		.areDeclaredInClassesThat(IN_A_ROOM_OF_THE_CORE.and(not(JavaClass.Predicates.INTERFACES))
			.and(describe("are neither records nor enums", (type) -> !type.isRecord() && !type.isEnum())))
		.should(beCalledByAnotherPackage());

	@ArchTest
	static final ArchRule beanMethodsAreNotPublic = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule onlyTheConfigurationKnowsAClientOfRedis = noClasses()
		.that(not(resideInAnyPackage(CONFIGURATION, ROOT + ".lettuce..")))
		.should()
		.dependOnClassesThat(resideInAnyPackage("io.lettuce..", "redis.clients..",
				"org.springframework.data.redis.connection.lettuce..",
				"org.springframework.data.redis.connection.jedis.."));

	@ArchTest
	static final ArchRule onlyMetricsKnowMeters = noClasses()
		.that(not(resideInAnyPackage(ROOT + ".metrics..", CONFIGURATION)))
		.should()
		.dependOnClassesThat(resideInAPackage("io.micrometer.core.."));

	@ArchTest
	static final ArchRule packagesAreNullMarked = classes().should(resideInANullMarkedPackage());

	@ArchTest
	static final ArchRule namesSayWhatAThingIs = noClasses().should()
		.haveSimpleNameEndingWith("Manager")
		.orShould()
		.haveSimpleNameEndingWith("Helper")
		.orShould()
		.haveSimpleNameEndingWith("Util")
		.orShould()
		.haveSimpleNameEndingWith("Utils")
		.orShould()
		.haveSimpleNameEndingWith("Impl");

	@ArchTest
	static final ArchRule publicFieldsAreConstants = fields().that()
		.arePublic()
		.should(beStatic())
		.andShould(beFinal());

	/** Types that only pass on what others use. */
	private static final DescribedPredicate<HasName> WIRING = nameMatching(".*\\.(Handlings|ListenerServices)");

	/**
	 * Records of properties, of settings and of what a queue answers have as many
	 * components as there are parts.
	 */
	@ArchTest
	static final ArchRule constructorsTakeSixArgumentsAtMost = constructors().that()
		.areDeclaredInClassesThat(not(nameMatching(".*(Properties|Settings|JobStatus|QueueCounts)(\\$.*)?").or(WIRING)))
		.should(takeAtMost(6));

	@ArchTest
	static final ArchRule wiringTakesEightAtMost = constructors().that()
		.areDeclaredInClassesThat(WIRING)
		.should(takeAtMost(8));

	@ArchTest
	static final ArchRule abstractionsHaveAtLeastTwoChildren = classes().that()
		.haveSimpleNameStartingWith("Abstract")
		.should(haveAtLeastTwoChildren())
		.allowEmptyShould(true);

	private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
		return new ArchCondition<>("reside in a @NullMarked package") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
				events.add(new SimpleConditionEvent(type, marked,
						"package of " + type.getName() + " is @NullMarked: " + marked));
			}

		};
	}

	private static ArchCondition<JavaClass> beUsedByAnotherPackage() {
		return new ArchCondition<>("be used by another package") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean used = type.getDirectDependenciesToSelf()
					.stream()
					.anyMatch((use) -> !use.getOriginClass().getPackage().equals(type.getPackage()));
				events
					.add(new SimpleConditionEvent(type, used, type.getName() + " is used by another package: " + used));
			}

		};
	}

	private static ArchCondition<JavaCodeUnit> beCalledByAnotherPackage() {
		return new ArchCondition<>("be called by another package, or implement what another type declares") {

			@Override
			public void check(JavaCodeUnit member, ConditionEvents events) {
				JavaClass owner = member.getOwner();
				boolean called = member.getAccessesToSelf()
					.stream()
					.anyMatch((call) -> !call.getOriginOwner().getPackage().equals(owner.getPackage()));
				boolean inherited = Stream
					.concat(owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
					.flatMap((parent) -> parent.getMethods().stream())
					.anyMatch((method) -> method.getName().equals(member.getName())
							&& method.getRawParameterTypes().size() == member.getRawParameterTypes().size());
				events.add(new SimpleConditionEvent(member, called || inherited,
						member.getFullName() + " is called by another package: " + called));
			}

		};
	}

	private static ArchCondition<JavaConstructor> takeAtMost(int count) {
		return new ArchCondition<>("take at most " + count + " arguments") {

			@Override
			public void check(JavaConstructor constructor, ConditionEvents events) {
				int taken = constructor.getRawParameterTypes().size();
				events.add(new SimpleConditionEvent(constructor, taken <= count,
						constructor.getFullName() + " takes " + taken));
			}

		};
	}

	private static ArchCondition<JavaClass> haveAtLeastTwoChildren() {
		return new ArchCondition<>("have at least two children") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				Set<String> children = type.getSubclasses()
					.stream()
					.map(JavaClass::getName)
					.collect(Collectors.toSet());
				events.add(new SimpleConditionEvent(type, children.size() >= 2,
						type.getName() + " has the children " + children));
			}

		};
	}

	/** The tests of the core come as a jar once the build has packaged them. */
	static final class NoTestJar implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return !location.contains("-tests.jar");
		}

	}

}
