// SPDX-License-Identifier: Apache-2.0
package io.turnout.taste;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DirectionsTest {

  /** The request's way, in order: a package imports only those before it. */
  private static final List<String> STAGES =
      List.of(
          "spi",
          "request",
          "client",
          "protocol",
          "match",
          "extract",
          "resolve",
          "decision",
          "split",
          "plan");

  /** What stands beside the way and imports nothing of ours: everybody may use it. */
  private static final String DIGEST = "io.turnout.digest";

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.turnout");

  @TestFactory
  List<DynamicTest> stages_importOnlyWhatStandsBeforeThem() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < STAGES.size(); i++) {
      String stage = STAGES.get(i);
      String[] allowed = names(STAGES.subList(0, i + 1));
      tests.add(
          DynamicTest.dynamicTest(
              stage, () -> onlyTurnoutPackages("io.turnout." + stage, allowed)));
    }
    return tests;
  }

  @Test
  void digest_knowsNothingOfOurs() {
    onlyTurnoutPackages(DIGEST, new String[] {DIGEST});
  }

  @Test
  void door_seesOfTheRulesOnlyTheRuleSet() {
    noClasses()
        .that()
        .resideInAPackage("io.turnout")
        .should()
        .dependOnClassesThat(
            new com.tngtech.archunit.base.DescribedPredicate<>("are in rules but no RuleSet") {
              @Override
              public boolean test(com.tngtech.archunit.core.domain.JavaClass type) {
                return type.getPackageName().equals("io.turnout.rules")
                    && !type.getSimpleName().equals("RuleSet");
              }
            })
        .check(CORE);
  }

  @Test
  void document_knowsNothingOfOursButTheSpi() {
    onlyTurnoutPackages("io.turnout.document", names(List.of("spi", "document")));
  }

  @Test
  void authorities_knowTheSpiTheProtocolAndDocumentsOnly() {
    onlyTurnoutPackages(
        "io.turnout.authority",
        names(List.of("spi", "store", "protocol", "document", "authority")));
  }

  @Test
  void administration_knowsTheSpiAndDocumentsOnly() {
    onlyTurnoutPackages("io.turnout.admin", names(List.of("spi", "store", "document", "admin")));
  }

  @Test
  void store_knowsTheSpiOnly() {
    onlyTurnoutPackages("io.turnout.store", names(List.of("spi", "store")));
  }

  @TestFactory
  List<DynamicTest> thirdParties_areSeenInOnePlace() {
    return List.of(
        seenOnlyIn("org.yaml.snakeyaml..", "io.turnout.document"),
        seenOnlyIn(
            "com.fasterxml.jackson.databind..",
            "io.turnout.document",
            "io.turnout.authority",
            "io.turnout.admin"),
        seenOnlyIn("com.fasterxml.jackson.dataformat.yaml..", "io.turnout.document"),
        seenOnlyIn("com.fasterxml.jackson.dataformat.csv..", "io.turnout.admin"),
        seenOnlyIn(
            "com.fasterxml.jackson.core..",
            "io.turnout.client",
            "io.turnout.document",
            "io.turnout.extract",
            "io.turnout.admin",
            "io.turnout.protocol"),
        seenOnlyIn("org.greenbytes.http.sfv..", "io.turnout.client", "io.turnout.protocol"),
        seenOnlyIn("java.net.http..", "io.turnout.authority"),
        seenOnlyIn("com.github.benmanes.caffeine..", "io.turnout.resolve"),
        seenOnlyIn("com.google.re2j..", "io.turnout.match", "io.turnout.extract"));
  }

  @Test
  void caffeine_isTouchedByTheNearCacheOnly() {
    noClasses()
        .that()
        .haveNameNotMatching("io\\.turnout\\.resolve\\.NearCache(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.benmanes.caffeine..")
        .check(CORE);
  }

  @Test
  void jjwt_isTouchedByOneClassOnly() {
    noClasses()
        .that()
        .haveNameNotMatching("io\\.turnout\\.extract\\.JoseSignatures(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.jsonwebtoken..")
        .check(CORE);
  }

  @Test
  void environment_isReadByTheSecretVariablesOnly() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.turnout.rules.SecretVariables")
        .should()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(System.class, "getenv")
        .check(CORE);
  }

  @Test
  void publicSignatures_holdNoThirdPartyType() {
    List<String> foreign = new ArrayList<>();
    CORE.stream()
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
        .forEach(
            method -> {
              method.getRawParameterTypes().stream()
                  .filter(type -> isForeign(type.getName()))
                  .forEach(type -> foreign.add(method.getFullName()));
              if (isForeign(method.getRawReturnType().getName())) {
                foreign.add(method.getFullName());
              }
            });
    assertThat(foreign).isEmpty();
  }

  @Test
  void staticFields_neverChange() {
    List<String> mutable =
        CORE.stream()
            .flatMap(type -> type.getFields().stream())
            .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
            .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
            .map(JavaField::getFullName)
            .toList();
    assertThat(mutable).isEmpty();
  }

  @Test
  void core_opensNoSocketAndReadsNoSystemProperty() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(java.net.Socket.class, java.net.ServerSocket.class)
        .orShould()
        .callMethod(System.class, "getProperty", String.class)
        .orShould()
        .callMethod(System.class, "getProperty", String.class, String.class)
        .check(CORE);
  }

  @Test
  void threads_areStartedByTheSchedulerOnly() {
    Set<String> allowed = Set.of("io.turnout.spi.ThreadScheduler");
    List<String> others =
        CORE.stream()
            .filter(type -> !allowed.contains(type.getName()))
            .flatMap(type -> type.getConstructorCallsFromSelf().stream())
            .filter(call -> call.getTargetOwner().isAssignableTo(Thread.class))
            .map(call -> call.getOrigin().getFullName())
            .toList();
    assertThat(others).isEmpty();
  }

  private static void onlyTurnoutPackages(String owner, String[] allowed) {
    classes()
        .that()
        .resideInAPackage(owner)
        .should()
        .onlyDependOnClassesThat(
            new com.tngtech.archunit.base.DescribedPredicate<>("come before it") {
              @Override
              public boolean test(com.tngtech.archunit.core.domain.JavaClass type) {
                String name = type.getPackageName();
                return !name.startsWith("io.turnout") || List.of(allowed).contains(name);
              }
            })
        .check(CORE);
  }

  private static DynamicTest seenOnlyIn(String thirdParty, String... owners) {
    return DynamicTest.dynamicTest(
        thirdParty,
        () ->
            noClasses()
                .that()
                .resideOutsideOfPackages(owners)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(thirdParty)
                .check(CORE));
  }

  private static boolean isForeign(String name) {
    String type = name.replaceFirst("^\\[+L?", "");
    return type.contains(".") && !type.startsWith("java.") && !type.startsWith("io.turnout.");
  }

  private static String[] names(List<String> stages) {
    return Stream.concat(Stream.of(DIGEST), stages.stream().map(stage -> "io.turnout." + stage))
        .toArray(String[]::new);
  }
}
