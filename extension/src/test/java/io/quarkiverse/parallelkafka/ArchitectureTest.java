package io.quarkiverse.parallelkafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

/** Arrows between packages point one way: connector, lanes, the engines' contract; engines point at the contract too. */
class ArchitectureTest {

    private static final String ROOT = "io.quarkiverse.parallelkafka";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);

    @Test
    void onlyItsAdapter_usesConfluentsLibrary() {
        check(noClasses().that().resideOutsideOfPackage(ROOT + ".engine.confluent..")
                .should().dependOnClassesThat().resideInAnyPackage("io.confluent.."));
    }

    @Test
    void contractOfEngines_knowsNobodyThatUsesOrKeepsIt() {
        check(noClasses().that().resideInAPackage(ROOT + ".engine")
                .should().dependOnClassesThat().resideInAnyPackage(ROOT + ".lane..", ROOT + ".failure..",
                        ROOT + ".health..", ROOT + ".metrics..", ROOT + ".engine.*.."));
    }

    @Test
    void engines_knowNeitherLanesNorFailureHandling() {
        check(noClasses().that().resideInAPackage(ROOT + ".engine.*..")
                .should().dependOnClassesThat().resideInAnyPackage(ROOT + ".lane..", ROOT + ".failure.."));
    }

    @Test
    void engines_doNotKnowEachOther() {
        check(noClasses().that().resideInAPackage(ROOT + ".engine.builtin..")
                .should().dependOnClassesThat().resideInAPackage(ROOT + ".engine.confluent.."));
        check(noClasses().that().resideInAnyPackage(ROOT + ".engine.confluent..", ROOT + ".engine.client..")
                .should().dependOnClassesThat().resideInAPackage(ROOT + ".engine.builtin.."));
    }

    @Test
    void lanes_knowNoEngineByName() {
        check(noClasses().that().resideInAPackage(ROOT + ".lane..")
                .should().dependOnClassesThat().resideInAPackage(ROOT + ".engine.*.."));
    }

    @Test
    void nobody_knowsTheConnector() {
        check(noClasses().that().doNotBelongToAnyOf(ParallelKafkaConnector.class)
                .should().dependOnClassesThat().belongToAnyOf(ParallelKafkaConnector.class));
    }

    @Test
    void packages_haveNoCycles() {
        check(slices().matching(ROOT + ".(**)").should().beFreeOfCycles());
    }

    /** A package that a rule names may not exist yet. */
    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
