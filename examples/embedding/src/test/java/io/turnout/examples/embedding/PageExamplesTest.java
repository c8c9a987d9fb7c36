// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds pages to the code: what they show is what is compiled and loaded here. */
class PageExamplesTest {

  private static final List<String> NAMES =
      List.of(
          "README.md",
          "docs/getting-started.md",
          "docs/rules.md",
          "docs/traffic.md",
          "docs/resolution.md");
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
  private static final Pattern REVISION = Pattern.compile("<revision>([^<]+)</revision>");

  private final Map<String, String> snippets = Snippets.ofThisModule();

  static List<Page> pages() {
    return NAMES.stream().map(Page::read).toList();
  }

  static List<Page.Fence> javaFences() {
    return fences("java");
  }

  static List<Page.Fence> examples() {
    return pages().stream()
        .flatMap(page -> page.fences().stream())
        .filter(Page.Fence::isExample)
        .toList();
  }

  static List<Page.Fence> yamlFences() {
    return fences("yaml");
  }

  static List<Page.Fence> scripts() {
    return fences("js");
  }

  private static List<Page.Fence> fences(String language) {
    return pages().stream()
        .flatMap(page -> page.fences().stream())
        .filter(fence -> fence.language().equals(language))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("javaFences")
  void java_on_a_page_is_an_example(Page.Fence fence) {
    assertThat(fence.isExample()).as("%s has a marker before it", fence).isTrue();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_on_a_page_is_what_its_source_says(Page.Fence fence) {
    assertThat(snippets).as("%s names an example", fence).containsKey(fence.exampleName());
    assertThat(fence.text()).as(fence.place()).isEqualTo(snippets.get(fence.exampleName()));
    assertThat(fence.after()).as("line after %s", fence).isEqualTo("<!-- end of example -->");
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void script_on_a_page_is_the_file_that_it_names(Page.Fence fence) {
    assertThat(fence.note()).as(fence.place()).startsWith("file: ");
    String file = Page.read(fence.note().substring("file: ".length())).text();
    assertThat(fence.text()).as(fence.place()).isEqualTo(file);
  }

  @Test
  void marked_source_stands_on_a_page() {
    Set<String> shown =
        examples().stream().map(Page.Fence::exampleName).collect(Collectors.toSet());

    assertThat(shown).containsAll(snippets.keySet());
  }

  @ParameterizedTest
  @MethodSource("yamlFences")
  void yaml_on_a_page_loads_as_the_page_says(Page.Fence fence) {
    String note = fence.isExample() ? "" : fence.note();
    Set<String> refused = codes(note, "refused: ");
    Set<String> warned = codes(note, "warns: ");
    boolean complete = fence.text().startsWith("turnout");
    assertThat(complete || !note.isEmpty()).as("%s is marked a fragment", fence).isTrue();

    Loaded loaded = Loaded.of(fence.text());

    assertThat(loaded.mistakes()).as("mistakes of %s", fence).isEqualTo(refused);
    assertThat(loaded.warnings()).as("warnings of %s", fence).isEqualTo(warned);
  }

  private static Set<String> codes(String note, String word) {
    return note.startsWith(word)
        ? new TreeSet<>(List.of(note.substring(word.length()).split(", ")))
        : Set.of();
  }

  @Test
  void reference_names_every_code() {
    String reference = Page.read("docs/rules.md").text();

    assertThat(ProblemCode.values())
        .allSatisfy(code -> assertThat(reference).contains('`' + code.text() + '`'));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void version_on_a_page_is_the_projects(Page page) {
    String revision =
        REVISION.matcher(Page.read("pom.xml").text()).results().findFirst().orElseThrow().group(1);

    assertThat(VERSION.matcher(page.text()).results().map(found -> found.group(1)))
        .as(page.name())
        .allMatch(revision::equals);
  }
}
