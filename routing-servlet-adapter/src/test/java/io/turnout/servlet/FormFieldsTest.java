// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormFieldsTest {

  private static List<String> of(FormFields fields) {
    List<String> shown = new ArrayList<>();
    fields.map().forEach((name, values) -> shown.add(name + "=" + List.of(values)));
    return shown;
  }

  private static FormFields form(String form, int maxBytes) throws IOException {
    return FormFields.ofQuery("a=q")
        .with(new ByteArrayInputStream(form.getBytes(ISO_8859_1)), UTF_8, maxBytes);
  }

  @Test
  void fields_are_decoded_once_and_keep_their_order() throws IOException {
    assertThat(of(form("b=1+2&a=%25&&=x&c&d=%C3%A9=&b=%2B", 100)))
        .containsExactly("a=[q, %]", "b=[1 2, +]", "=[x]", "c=[]", "d=[\u00e9=]");
  }

  @Test
  void nothing_holds_no_fields() {
    assertThat(of(FormFields.ofQuery(null))).isEmpty();
    assertThat(of(FormFields.ofQuery("&&"))).isEmpty();
  }

  @Test
  void form_at_its_limit_is_read_and_one_byte_more_is_refused() throws IOException {
    assertThat(of(form("b=123", 5))).contains("b=[123]");
    assertThatThrownBy(() -> form("b=1234", 5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the form is longer than 5 bytes");
  }

  @Test
  void as_many_fields_as_may_be_are_read_and_one_more_is_refused() {
    String most = "a&".repeat(FormFields.MAX_FIELDS);
    assertThat(FormFields.ofQuery(most).map().get("a")).hasSize(FormFields.MAX_FIELDS);
    assertThatThrownBy(() -> FormFields.ofQuery(most + "a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more than 1000 fields");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=%", "a=%1", "a=%zz", "%=b", "a=%1&b=c", "a=%-1"})
  void broken_escape_is_refused(String form) {
    assertThatThrownBy(() -> FormFields.ofQuery(form)).isInstanceOf(IllegalStateException.class);
  }
}
