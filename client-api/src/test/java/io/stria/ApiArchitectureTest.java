package io.stria;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;

@AnalyzeClasses(packages = "io.stria", importOptions = ImportOption.DoNotIncludeTests.class)
class ApiArchitectureTest {
    @ArchTest
    static final ArchRule THE_API_DEPENDS_ON_NOTHING_BUT_THE_JDK_AND_ANNOTATIONS = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.stria", "io.stria.spi", "java..", "org.jspecify..", "org.slf4j..");

    @ArchTest
    static final ArchRule NOTHING_STATIC_HAS_STATE =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule NOBODY_PRINTS = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule NOBODY_SLEEPS = noClasses().should().callMethod(Thread.class, "sleep", long.class);
}
