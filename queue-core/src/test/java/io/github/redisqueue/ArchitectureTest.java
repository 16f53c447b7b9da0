package io.github.redisqueue;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.bell.BellReader;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.bell.BlockingBellReader;
import io.github.redisqueue.bell.Waiter;
import io.github.redisqueue.instance.Instance;
import io.github.redisqueue.instance.Instances;
import io.github.redisqueue.lettuce.LettuceBellReader;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.Scripts;
import io.github.redisqueue.script.ServerError;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.thread.DaemonThreads;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The rules of the design for this module alone. Those for all of the library are in the
 * test of the auto-configuration.
 */
@AnalyzeClasses(packages = "io.github.redisqueue", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

	private static final String ROOT = "io.github.redisqueue";

	private static final List<String> ALGORITHMS = Stream.of("lease", "stream", "list", "delayed")
		.map((name) -> ROOT + ".algorithm." + name + "..")
		.toList();

	private static final DescribedPredicate<JavaClass> IN_AN_ALGORITHM = resideInAnyPackage(
			ALGORITHMS.toArray(String[]::new));

	private static final String LETTUCE = ROOT + ".lettuce..";

	private static final DescribedPredicate<JavaClass> A_CLIENT_OF_REDIS = resideInAnyPackage(
			"org.springframework.data.redis.connection.lettuce..", "org.springframework.data.redis.connection.jedis..");

	private static final DescribedPredicate<JavaClass> SPRING_DATA_AND_ITS_FOUNDATION = resideInAnyPackage("java..",
			ROOT + "..", "org.springframework.data.redis..", "org.springframework.core..", "org.springframework.dao..",
			"org.springframework.format.annotation..", "org.springframework.scheduling.support..",
			"org.springframework.transaction..", "org.springframework.util..", "org.apache.commons.logging..",
			"org.jspecify..")
		.and(not(A_CLIENT_OF_REDIS));

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().assignedFrom(each("package")).should().beFreeOfCycles();

	@ArchTest
	static final ArchRule algorithmsKnowNothingOfEachOther = slices().assignedFrom(eachAlgorithm())
		.should()
		.notDependOnEachOther();

	@ArchTest
	static final ArchRule theContractKnowsNothingOfWhatIsBuiltOnIt = noClasses().that()
		.resideInAPackage(ROOT)
		.should()
		.dependOnClassesThat(resideInAPackage(ROOT + ".(*)..").and(DescribedPredicate.not(resideInAPackage(ROOT))));

	@ArchTest
	static final ArchRule onlyShardedQueuesKnowTheAlgorithms = noClasses()
		.that(DescribedPredicate.not(IN_AN_ALGORITHM).and(DescribedPredicate.not(resideInAPackage(ROOT + ".shard"))))
		.should()
		.dependOnClassesThat(IN_AN_ALGORITHM);

	@ArchTest
	static final ArchRule onlySpringDataAndItsFoundationAreUsed = classes().that(resideOutsideOfPackage(LETTUCE))
		.should()
		.onlyDependOnClassesThat(SPRING_DATA_AND_ITS_FOUNDATION);

	@ArchTest
	static final ArchRule onePackageKnowsLettuce = classes().that(resideInAPackage(LETTUCE))
		.should()
		.onlyDependOnClassesThat(SPRING_DATA_AND_ITS_FOUNDATION.or(resideInAnyPackage("io.lettuce.core..",
				"io.netty.buffer..", "org.springframework.data.redis.connection.lettuce..")));

	@ArchTest
	static final ArchRule whatKnowsLettuceIsForOtherModulesOnly = noClasses().that(resideOutsideOfPackage(LETTUCE))
		.should()
		.dependOnClassesThat(resideInAPackage(LETTUCE));

	@ArchTest
	static final ArchRule algorithmsShowNothingButThemselves = classes().that(IN_AN_ALGORITHM)
		.and()
		.areNotAssignableTo(Algorithm.class)
		.should()
		.notBePublic();

	/** Others would not compare the layout of the queue first. */
	@ArchTest
	static final ArchRule onlyAnAlgorithmMakesOperationsOfItsQueue = noClasses()
		.that(resideInAPackage(ROOT + ".algorithm..").and(not(belongToAnyOf(Algorithm.class))))
		.should()
		.callConstructor(Operation.class, Lane.class, Iterator.class, Supplier.class)
		.orShould()
		.callMethod(Operation.class, "of", Lane.class, Script.class, Call.class, Function.class)
		.orShould()
		.callMethod(Scripts.class, "run", Script.class, Call.class);

	/**
	 * Types outside of the contract that only other modules use: they wait for bells,
	 * create queues, tell which instances are alive, and run work.
	 */
	private static final DescribedPredicate<JavaClass> FOR_OTHER_MODULES = belongToAnyOf(Bell.class, BellReader.class,
			Bells.class, Waiter.class, BlockingBellReader.class, LettuceBellReader.class, LettuceEvaluator.class,
			ShardedQueue.class, ScriptRunner.class, ServerError.class, QueueKeys.class, Instance.class, Instances.class,
			DaemonThreads.class);

	@ArchTest
	static final ArchRule typesArePublicForOtherPackagesOnly = classes().that()
		.arePublic()
		.and()
		.resideOutsideOfPackage(ROOT)
		.and(not(FOR_OTHER_MODULES))
		.should(beUsedByAnotherPackage());

	@ArchTest
	static final ArchRule membersArePublicForOtherPackagesOnly = codeUnits().that()
		.arePublic()
		.and()
		.areDeclaredInClassesThat(resideOutsideOfPackage(ROOT).and(not(FOR_OTHER_MODULES))
			.and(not(JavaClass.Predicates.INTERFACES))
			.and(describe("are neither records nor enums", (type) -> !type.isRecord() && !type.isEnum())))
		.should(beCalledByAnotherPackage());

	private static SliceAssignment each(String description) {
		return assignment(description, (type) -> SliceIdentifier.of(type.getPackageName()));
	}

	private static SliceAssignment eachAlgorithm() {
		return assignment("algorithm", (type) -> IN_AN_ALGORITHM.test(type) ? SliceIdentifier.of(type.getPackageName())
				: SliceIdentifier.ignore());
	}

	private static SliceAssignment assignment(String description, Function<JavaClass, SliceIdentifier> identifier) {
		return new SliceAssignment() {

			@Override
			public SliceIdentifier getIdentifierOf(JavaClass type) {
				return identifier.apply(type);
			}

			@Override
			public String getDescription() {
				return "each " + description;
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

}
