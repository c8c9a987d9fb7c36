// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The names of a peer that a verified certificate tells: those of hosts, and URIs. */
final class PeerNames {

  private static final int DNS = 2;
  private static final int URI = 6;

  private PeerNames() {}

  /** The names of a session's peer; none without TLS, or if it has shown no certificate. */
  static List<String> of(@Nullable SSLSession session) {
    if (session == null) {
      return List.of();
    }
    try {
      Certificate[] shown = session.getPeerCertificates();
      return shown.length > 0 && shown[0] instanceof X509Certificate certificate
          ? of(certificate)
          : List.of();
    } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
      return List.of();
    }
  }

  private static List<String> of(X509Certificate certificate) throws CertificateParsingException {
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    List<String> names = new ArrayList<>();
    if (alternatives != null) {
      for (List<?> alternative : alternatives) {
        Object kind = alternative.get(0);
        boolean wanted = kind.equals(DNS) || kind.equals(URI);
        if (wanted && alternative.get(1) instanceof String name) {
          names.add(name);
        }
      }
    }
    return List.copyOf(names);
  }
}
