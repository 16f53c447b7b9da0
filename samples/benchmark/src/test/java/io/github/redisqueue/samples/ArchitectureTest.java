package io.github.redisqueue.samples;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The rules of the design for this module.
 */
@AnalyzeClasses(packages = "io.github.redisqueue.samples", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("io.github.redisqueue.samples.(**)")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule theCheckerKnowsHistoriesOnly = classes().that()
		.resideInAPackage("..checker")
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "..checker", "..history", "org.jspecify..");

}
