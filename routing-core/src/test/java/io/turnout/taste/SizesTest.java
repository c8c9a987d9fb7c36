// SPDX-License-Identifier: Apache-2.0
package io.turnout.taste;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

class SizesTest {

  private static final int MAX_METHOD_LINES = 60;
  private static final int MAX_TEST_METHOD_LINES = 70;
  private static final int MAX_FILE_CODE_LINES = 500;
  private static final int MAX_PARAMETERS = 5;
  private static final int MAX_OVERLOADS = 3;
  private static final double MAX_COMMENT_SHARE = 0.5;
  private static final int SMALL_FILE_CODE_LINES = 20;
  private static final double MAX_PUBLIC_SHARE_OF_CORE = 0.45;

  private static final List<SourceFile> FILES = SourceFile.all();

  @Test
  void sources_areFound() {
    assertThat(FILES).hasSizeGreaterThan(30);
  }

  @Test
  void methods_areShort() {
    List<String> over = new ArrayList<>();
    forEachMethod(
        (file, type, method) -> {
          int limit = file.isTest() ? MAX_TEST_METHOD_LINES : MAX_METHOD_LINES;
          long lines = method.getBody() == null ? 0 : span(file, method.getBody());
          if (lines > limit) {
            over.add(file.name() + " " + method.getName() + ": " + lines + " lines");
          }
        });
    assertThat(over).isEmpty();
  }

  @Test
  void methods_takeFewParameters() {
    List<String> over = new ArrayList<>();
    forEachMethod(
        (file, type, method) -> {
          boolean isRecordConstructor =
              type.getKind() == Tree.Kind.RECORD && method.getName().contentEquals("<init>");
          boolean overrides =
              method.getModifiers().getAnnotations().stream()
                  .anyMatch(annotation -> annotation.toString().startsWith("@Override"));
          if (method.getParameters().size() > MAX_PARAMETERS
              && !isRecordConstructor
              && !overrides) {
            over.add(file.name() + " " + method.getName());
          }
        });
    assertThat(over).isEmpty();
  }

  @Test
  void publicNames_areNotOverloadedMuch() {
    Map<String, Integer> counts = new TreeMap<>();
    forEachMethod(
        (file, type, method) -> {
          if (!file.isTest() && method.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
            counts.merge(
                file.name() + " " + type.getSimpleName() + "." + method.getName(), 1, Integer::sum);
          }
        });
    counts.values().removeIf(count -> count <= MAX_OVERLOADS);
    assertThat(counts).isEmpty();
  }

  @Test
  void files_areShort() {
    assertThat(FILES)
        .filteredOn(file -> file.codeLines() > MAX_FILE_CODE_LINES)
        .extracting(file -> file.name() + ": " + file.codeLines() + " lines of code")
        .isEmpty();
  }

  @Test
  void comments_doNotHideTheCode() {
    assertThat(FILES)
        .filteredOn(file -> !file.isTest() && file.codeLines() > SMALL_FILE_CODE_LINES)
        .filteredOn(file -> !file.isInterface())
        .filteredOn(file -> file.commentShare() > MAX_COMMENT_SHARE)
        .extracting(SourceFile::name)
        .isEmpty();
  }

  @Test
  void publicTypesOfTheCore_areTheSmallerPart() {
    List<String> types = new ArrayList<>();
    List<String> publicTypes = new ArrayList<>();
    for (SourceFile file : FILES) {
      if (file.name().startsWith("routing-core/src/main/")) {
        for (Tree top : file.unit().getTypeDecls()) {
          if (top instanceof ClassTree type) {
            types.add(file.name());
            if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
              publicTypes.add(file.name());
            }
          }
        }
      }
    }
    assertThat(types).hasSizeGreaterThan(100);
    assertThat((double) publicTypes.size() / types.size())
        .as("share of public types in the core: %d of %d", publicTypes.size(), types.size())
        .isLessThanOrEqualTo(MAX_PUBLIC_SHARE_OF_CORE);
  }

  @Test
  void publicTypes_haveAClassComment() {
    List<String> bare = new ArrayList<>();
    forEachType(
        (file, type, comment) -> {
          if (!file.isTest()
              && type.getModifiers().getFlags().contains(Modifier.PUBLIC)
              && comment == null) {
            bare.add(file.name() + " " + type.getSimpleName());
          }
        });
    assertThat(bare).isEmpty();
  }

  @Test
  void tests_areNeverSwitchedOffAndNeverSleep() {
    List<String> words =
        List.of("@Dis" + "abled", "Thread.sl" + "eep(", "TimeUnit.SECONDS.sl" + "eep");
    List<String> found = new ArrayList<>();
    for (SourceFile file : FILES) {
      if (file.isTest()) {
        for (String line : file.lines()) {
          words.stream().filter(line::contains).forEach(word -> found.add(file.name() + line));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private interface MethodVisitor {
    void visit(SourceFile file, ClassTree type, MethodTree method);
  }

  private interface TypeVisitor {
    void visit(
        SourceFile file, ClassTree type, @org.jspecify.annotations.Nullable DocCommentTree comment);
  }

  private static long span(SourceFile file, Tree tree) {
    var positions = file.trees().getSourcePositions();
    var map = file.unit().getLineMap();
    long first = map.getLineNumber(positions.getStartPosition(file.unit(), tree));
    long last = map.getLineNumber(positions.getEndPosition(file.unit(), tree));
    return last - first - 1;
  }

  private static void forEachMethod(MethodVisitor visitor) {
    for (SourceFile file : FILES) {
      new TreePathScanner<Void, ClassTree>() {
        @Override
        public Void visitClass(ClassTree type, ClassTree outer) {
          return super.visitClass(type, type);
        }

        @Override
        public Void visitMethod(MethodTree method, ClassTree type) {
          visitor.visit(file, type, method);
          return super.visitMethod(method, type);
        }
      }.scan(file.unit(), null);
    }
  }

  private static void forEachType(TypeVisitor visitor) {
    for (SourceFile file : FILES) {
      DocTrees docs = (DocTrees) file.trees();
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitClass(ClassTree type, Void nothing) {
          visitor.visit(file, type, docs.getDocCommentTree(getCurrentPath()));
          return super.visitClass(type, nothing);
        }
      }.scan(file.unit(), null);
    }
  }
}
