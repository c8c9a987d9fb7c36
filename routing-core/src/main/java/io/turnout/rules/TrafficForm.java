// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.ClientIp;
import io.turnout.client.Edge;
import io.turnout.split.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The normal form of who is asking and which version answers. It never holds a secret. */
final class TrafficForm {

  private static final String DEFAULT_SAME_SITE = "Lax";

  private TrafficForm() {}

  /** Puts {@code edges}, {@code tags} and {@code splits} into a file's content. */
  static void write(RuleFile file, Map<String, Object> content) {
    if (!file.edges().isEmpty()) {
      content.put("edges", file.edges().stream().map(TrafficForm::edge).toList());
    }
    if (!file.tags().isEmpty()) {
      Map<String, Object> tags = new LinkedHashMap<>();
      file.tags().forEach(tag -> tags.put(tag.name().value(), tag(tag)));
      content.put("tags", tags);
    }
    if (!file.splits().isEmpty()) {
      content.put("splits", file.splits().stream().map(TrafficForm::split).toList());
    }
  }

  private static Map<String, Object> edge(RuleFile.WrittenEdge edge) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("name", edge.name().orElseThrow().value());
    if (edge.role() == Edge.Role.ROUTER) {
      written.put("router", true);
    }
    RuleFile.Proof proof = edge.proof().orElseThrow();
    if (proof instanceof RuleFile.Addresses addresses) {
      addresses(addresses, written);
    } else if (proof instanceof RuleFile.CertificateName certificate) {
      written.put("tls", Map.of("san", certificate.san()));
    } else if (proof instanceof RuleFile.Signature signature) {
      written.put("signature", signature(signature));
    }
    edge.clientIp().ifPresent(place -> written.put("client-ip", clientIp(place)));
    return written;
  }

  private static void addresses(RuleFile.Addresses addresses, Map<String, Object> written) {
    if (addresses instanceof RuleFile.Ranges ranges) {
      written.put("cidr", ranges.ranges().stream().map(range -> range.value().text()).toList());
    } else if (addresses instanceof RuleFile.RangeFiles files) {
      written.put(
          "cidr-file",
          files.files().stream()
              .map(file -> Map.of("file", file.value().path(), "sha256", file.value().sha256()))
              .toList());
    }
  }

  private static Map<String, Object> signature(RuleFile.Signature signature) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("keys", keys(signature.keys()));
    if (!signature.covers().isDefault()) {
      written.put("covers", signature.covers().names());
    }
    if (!signature.maxAge().equals(SignatureReader.DEFAULT_MAX_AGE)) {
      written.put("max-age", signature.maxAge().toMillis());
    }
    return written;
  }

  private static List<Object> keys(List<RuleFile.WrittenKey> keys) {
    return keys.stream()
        .<Object>map(key -> Map.of("id", key.id().value(), "secret", key.secret().reference()))
        .toList();
  }

  private static Map<String, Object> clientIp(RuleFile.WrittenClientIp written) {
    String header = written.header().value();
    int hops = written.place().hops();
    return hops == ClientIp.ALONE
        ? Map.of("header", header)
        : Map.of("header", header, "hops", hops);
  }

  private static Map<String, Object> tag(RuleFile.WrittenTag tag) {
    Map<String, Object> written = new LinkedHashMap<>();
    tag.addresses().ifPresent(addresses -> addresses(addresses, written));
    tag.userAgent().ifPresent(test -> written.put("user-agent", NormalForm.test(test)));
    return written;
  }

  private static Map<String, Object> split(RuleFile.WrittenSplit split) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("name", split.name().orElseThrow().value());
    if (!split.when().all().isEmpty()) {
      written.put("when", NormalForm.tests(split.when()));
    }
    RuleFile.WrittenIdentity identity = split.identity().orElseThrow();
    Map<String, Object> id = new LinkedHashMap<>();
    id.put("cookie", identity.cookie().name());
    id.put("max-age", identity.cookie().maxAge().toMillis());
    if (!identity.cookie().sameSite().equals(DEFAULT_SAME_SITE)) {
      id.put("same-site", identity.cookie().sameSite().toLowerCase(Locale.ROOT));
    }
    written.put("id", id);
    if (identity.isSession()) {
      written.put("sticky", "session");
      written.put("keys", keys(identity.keys()));
    }
    split
        .pin()
        .ifPresent(
            pin -> {
              Map<String, Object> place = new LinkedHashMap<>();
              place.put("header", pin.header().value());
              pin.tag().ifPresent(tag -> place.put("tag", tag.value()));
              written.put("pin", place);
            });
    written.put("stages", split.stages().stream().map(TrafficForm::stage).toList());
    return written;
  }

  private static Map<String, Object> stage(RuleFile.WrittenStage stage) {
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("name", stage.name().value());
    if (stage.stage().weight() > 0) {
      written.put("weight", stage.stage().weight());
    }
    if (stage.stage().state() == Stage.State.CLOSED) {
      written.put("closed", true);
    }
    if (!stage.stage().labels().isEmpty()) {
      written.put("labels", stage.stage().labels());
    }
    return written;
  }
}
