// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.turnout.request.CertificateNames;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** What TLS proves of the peer of a connection, or of the connection that carries a stream. */
final class Peer {

  /** The names of the last certificate seen, since a certificate is read anew for each question. */
  private static final AttributeKey<Proof> PROOF =
      AttributeKey.valueOf("io.turnout.netty.peer-names");

  private record Proof(Certificate certificate, List<String> names) {}

  private Peer() {}

  static boolean isEncrypted(Channel channel) {
    return tls(channel) != null;
  }

  /** The subject alternative names of the certificate that the peer holds; empty without one. */
  static List<String> names(Channel channel) {
    SslHandler tls = tls(channel);
    if (tls == null) {
      return List.of();
    }
    Certificate certificate;
    try {
      certificate = tls.engine().getSession().getPeerCertificates()[0];
    } catch (SSLPeerUnverifiedException e) {
      return List.of();
    }
    Channel parent = channel.parent();
    Attribute<Proof> known = (parent == null ? channel : parent).attr(PROOF);
    Proof proof = known.get();
    if (proof == null || !proof.certificate().equals(certificate)) {
      proof = new Proof(certificate, CertificateNames.of(certificate));
      known.set(proof);
    }
    return proof.names();
  }

  /** The TLS of the channel, or of the connection that the stream is part of. */
  private static @Nullable SslHandler tls(Channel channel) {
    for (Channel at = channel; at != null; at = at.parent()) {
      SslHandler found = at.pipeline().get(SslHandler.class);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
