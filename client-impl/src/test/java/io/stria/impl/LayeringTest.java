package io.stria.impl;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** Imports go from engine to file to target to transfer to layout and wire, never back. */
@AnalyzeClasses(
        packages = {"io.stria.impl", "io.stria.wire"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule IMPORTS_GO_ONE_WAY = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("engine")
            .definedBy("io.stria.impl.engine..")
            .layer("file")
            .definedBy("io.stria.impl.file..")
            .layer("namespace")
            .definedBy("io.stria.impl.namespace..")
            .layer("target")
            .definedBy("io.stria.impl.target..")
            .layer("transport")
            .definedBy("io.stria.impl.transport..")
            .layer("transfer")
            .definedBy("io.stria.impl.transfer..")
            .layer("layout")
            .definedBy("io.stria.impl.layout..")
            .layer("wire")
            .definedBy("io.stria.wire..")
            .whereLayer("engine")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("file")
            .mayOnlyBeAccessedByLayers("engine")
            .whereLayer("namespace")
            .mayOnlyBeAccessedByLayers("engine", "file")
            .whereLayer("target")
            .mayOnlyBeAccessedByLayers("engine", "file", "namespace")
            .whereLayer("transport")
            .mayOnlyBeAccessedByLayers("engine", "target")
            .whereLayer("transfer")
            .mayOnlyBeAccessedByLayers("engine", "file", "namespace", "target")
            .whereLayer("layout")
            .mayOnlyBeAccessedByLayers("engine", "file", "target", "transfer");

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES =
            SlicesRuleDefinition.slices().matching("io.stria.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule WHAT_BOTH_ENDS_SHARE_KNOWS_NEITHER = noClasses()
            .that()
            .resideInAPackage("io.stria.wire..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.stria.impl..");
}
