// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {

  @TempDir Path folder;

  private List<String> read(String content) throws IOException {
    return OpenApi.read(Files.writeString(folder.resolve("api"), content)).stream()
        .map(one -> one.method() + " " + one.host().orElse("") + one.path() + " " + one.template())
        .toList();
  }

  @Test
  void operations_haveTheServersOfTheirNearestPlace() throws IOException {
    assertThat(
            read(
                """
                openapi: 3.1.0
                info: { title: t, version: "1" }
                servers:
                  - url: https://{region}.example.com:8443/v1/
                    variables: { region: { default: eu } }
                paths:
                  /cards/{card-id}:
                    parameters: []
                    get: { responses: {} }
                    delete: {}
                  /local:
                    servers: [ { url: /base }, { url: "http://h" } ]
                    post:
                      servers: [ { url: own } ]
                    put: {}
                  x-other: {}
                """))
        .containsExactly(
            "GET eu.example.com/v1/cards/{card-id} /v1/cards/{p2}",
            "DELETE eu.example.com/v1/cards/{card-id} /v1/cards/{p2}",
            "PUT /base/local /base/local",
            "PUT h/local /local",
            "POST /own/local /own/local");
  }

  @Test
  void json_isReadTooWithTabs() throws IOException {
    assertThat(
            read("{\n\t\"openapi\": \"3.0.3\",\n\t\"paths\": {\n\t\t\"\\/a\": { \"get\": {} } } }"))
        .containsExactly("GET /a /a");
  }

  @Test
  void parametersOfOneSegment_becomeOneCapture() {
    assertThat(OpenApiPath.template("/a/{x}.{format}/%7Eb/{y}/")).isEqualTo("/a/{p1}/~b/{p3}/");
    assertThat(OpenApiPath.template("/v{n}.json")).isEqualTo("/v{p0}.json");
    assertThat(OpenApiPath.template("/")).isEqualTo("/");
  }

  @Test
  void pathItems_areFollowedWithinTheDocument() throws IOException {
    String start = "openapi: 3.1.0\npaths: { /a: { $ref: '%s' } }\n";
    String items = "components: { pathItems: { x: { patch: {} } } }\n";
    assertThat(read(start.formatted("#/components/pathItems/x") + items))
        .containsExactly("PATCH /a /a");
    assertThatThrownBy(() -> read(start.formatted("other.yaml#/x") + items))
        .hasMessageContaining("api:2:")
        .hasMessageContaining("\"other.yaml#/x\" is not followed");
  }

  @Test
  void whatIsNoDocument_isRefusedWithItsPlace() {
    assertThatThrownBy(() -> read("")).hasMessageContaining("no OpenAPI document");
    assertThatThrownBy(() -> read("a: [")).hasMessageContaining("api:1:");
    assertThatThrownBy(() -> read("swagger: '2.0'\npaths: {}\n"))
        .hasMessageContaining("api:1:1: \"openapi\" must be a version 3");
    assertThatThrownBy(() -> read("openapi: 3.0.0\n")).hasMessageContaining("\"paths\"");
    assertThatThrownBy(() -> read("openapi: 3.0.0\npaths: { /a: 7 }\n"))
        .hasMessageContaining("api:2:14: a path must be a mapping");
    assertThatThrownBy(() -> read("openapi: 3.0.0\npaths: { /a*: { get: {} } }\n"))
        .hasMessageContaining("\"a*\"");
  }
}
