package io.github.redisqueue;

import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The rules of the design for this module alone. Those for all of the library are in the
 * test of the auto-configuration.
 */
@AnalyzeClasses(packages = "io.github.redisqueue", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

	private static final String ROOT = "io.github.redisqueue";

	private static final String ALGORITHM = ROOT + ".algorithm.(lease|stream|list|delayed)..";

	private static final DescribedPredicate<JavaClass> IN_AN_ALGORITHM = resideInAPackage(ALGORITHM);

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
	static final ArchRule algorithmsKnowNothingOfEachOther = slices().matching(ALGORITHM)
		.should()
		.notDependOnEachOther();

	@ArchTest
	static final ArchRule theContractKnowsNothingOfWhatIsBuiltOnIt = noClasses().that()
		.resideInAPackage(ROOT)
		.should()
		.dependOnClassesThat(resideInAPackage(ROOT + ".(*)..").and(not(resideInAPackage(ROOT))));

	@ArchTest
	static final ArchRule onlyShardedQueuesKnowTheAlgorithms = noClasses()
		.that(not(IN_AN_ALGORITHM).and(not(resideInAPackage(ROOT + ".shard"))))
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

}
