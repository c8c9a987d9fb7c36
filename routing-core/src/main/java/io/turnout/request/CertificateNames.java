// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The names that stand in a certificate, for adapters that show them of a peer. */
public final class CertificateNames {

  /** The kinds of RFC 5280 that name a machine or a program: host, URI and address. */
  private static final Set<Integer> KINDS = Set.of(2, 6, 7);

  private CertificateNames() {}

  /**
   * The subject alternative names of machines and programs, as they stand; none if they cannot be
   * read. Whether the certificate was verified is for the caller to know.
   */
  public static List<String> of(Certificate certificate) {
    Collection<List<?>> all;
    try {
      all = certificate instanceof X509Certificate x509 ? x509.getSubjectAlternativeNames() : null;
    } catch (CertificateParsingException e) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (List<?> name : all == null ? List.<List<?>>of() : all) {
      if (name.get(0) instanceof Integer kind
          && KINDS.contains(kind)
          && name.get(1) instanceof String text) {
        names.add(text);
      }
    }
    return List.copyOf(names);
  }
}
