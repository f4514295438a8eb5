package io.stria.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms of the server are wired by its composition root and do not know each other, save that connections use stores. */
@AnalyzeClasses(packages = "io.stria.server", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule STORES_KNOW_NO_OTHER_ROOM = noClasses()
            .that()
            .resideInAPackage("io.stria.server.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.stria.server",
                    "io.stria.server.cli..",
                    "io.stria.server.connection..",
                    "io.stria.server.membership..",
                    "io.stria.server.namespace..");

    @ArchTest
    static final ArchRule THE_NAMESPACE_KNOWS_NO_OTHER_ROOM = noClasses()
            .that()
            .resideInAPackage("io.stria.server.namespace..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.stria.server",
                    "io.stria.server.cli..",
                    "io.stria.server.connection..",
                    "io.stria.server.membership..",
                    "io.stria.server.store..");

    @ArchTest
    static final ArchRule CONNECTIONS_KNOW_STORES_ONLY = noClasses()
            .that()
            .resideInAPackage("io.stria.server.connection..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.stria.server",
                    "io.stria.server.cli..",
                    "io.stria.server.membership..",
                    "io.stria.server.namespace..");

    @ArchTest
    static final ArchRule MEMBERSHIP_KNOWS_STORES_ONLY = noClasses()
            .that()
            .resideInAPackage("io.stria.server.membership..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.stria.server",
                    "io.stria.server.cli..",
                    "io.stria.server.connection..",
                    "io.stria.server.namespace..");

    @ArchTest
    static final ArchRule THE_LOCK_KNOWS_NO_ROOM = noClasses()
            .that()
            .resideInAPackage("io.stria.server.lock..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.stria.server",
                    "io.stria.server.cli..",
                    "io.stria.server.connection..",
                    "io.stria.server.membership..",
                    "io.stria.server.namespace..",
                    "io.stria.server.store..");
}
