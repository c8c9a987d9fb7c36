// SPDX-License-Identifier: Apache-2.0
package io.turnout.taste;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PagesTest {

  private static final int MAX_README_LINES = 150;
  private static final int MAX_ARCHITECTURE_LINES = 300;
  private static final Pattern STAGE =
      Pattern.compile("Stage (\\d) of (\\d): [^.]+\\.", Pattern.DOTALL);
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  @Test
  void pages_areShort() {
    assertThat(lines("README.md")).hasSizeLessThanOrEqualTo(MAX_README_LINES);
    assertThat(lines("ARCHITECTURE.md")).hasSizeLessThanOrEqualTo(MAX_ARCHITECTURE_LINES);
  }

  @Test
  void stages_areDescribedAlikeInThePackagesAndInTheArchitecture() {
    String architecture = text(SourceFile.root().resolve("ARCHITECTURE.md"));
    int found = 0;
    for (SourceFile file : SourceFile.all()) {
      if (file.path().endsWith("package-info.java")) {
        Matcher stage = STAGE.matcher(String.join(" ", file.lines()).replace(" * ", ""));
        if (stage.find()) {
          found++;
          assertThat(architecture).contains(stage.group());
          assertThat(stage.group(2)).as(file.name()).isEqualTo("9");
        }
      }
    }
    assertThat(found).isEqualTo(9);
  }

  @Test
  void testsThatTheArchitectureNames_areThere() {
    String architecture = text(SourceFile.root().resolve("ARCHITECTURE.md"));
    List<String> files = SourceFile.all().stream().map(SourceFile::name).toList();
    List<String> missing = new ArrayList<>();
    int found = 0;
    Matcher named = TEST.matcher(architecture);
    while (named.find()) {
      found++;
      String name = '/' + named.group(1) + ".java";
      if (files.stream().noneMatch(file -> file.endsWith(name))) {
        missing.add(named.group(1));
      }
    }
    assertThat(found).isPositive();
    assertThat(missing).isEmpty();
  }

  @Test
  void links_leadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(text(page));
      while (link.find()) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(SourceFile.root().relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> tree = Files.walk(SourceFile.root(), 8)) {
      return tree.filter(path -> path.toString().endsWith(".md"))
          .filter(path -> !path.toString().contains("/target/"))
          .filter(path -> !path.toString().contains("/node_modules/"))
          .toList();
    }
  }

  private static List<String> lines(String page) {
    return text(SourceFile.root().resolve(page)).lines().toList();
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
