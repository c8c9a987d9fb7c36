// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.request.CertificateNames;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The names of a peer that a verified certificate tells. */
final class PeerNames {

  private PeerNames() {}

  /** The names of a session's peer; none without TLS, or if it has shown no certificate. */
  static List<String> of(@Nullable SSLSession session) {
    if (session == null) {
      return List.of();
    }
    try {
      Certificate[] shown = session.getPeerCertificates();
      return shown.length > 0 ? CertificateNames.of(shown[0]) : List.of();
    } catch (SSLPeerUnverifiedException e) {
      return List.of();
    }
  }
}
