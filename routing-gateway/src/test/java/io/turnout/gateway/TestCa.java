// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.turnout.gateway.config.ServerTls;
import io.turnout.gateway.config.TlsIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/** An authority of certificates for one test, with files in a folder of the test. */
final class TestCa {

  private final Path folder;
  private final X509Bundle root;
  private final CertificateBuilder template;

  TestCa(Path folder) throws Exception {
    this.folder = folder;
    template = new CertificateBuilder().ecp256();
    root =
        template
            .copy()
            .subject("CN=test authority")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.writeString(file(), root.getCertificatePEM());
  }

  /** The authority's own certificate. */
  Path file() {
    return folder.resolve("ca.pem");
  }

  X509Bundle root() {
    return root;
  }

  /** A certificate for this machine. */
  X509Bundle ofThisMachine() throws Exception {
    return issued(template.copy().addSanDnsName("localhost").addSanIpAddress("127.0.0.1"));
  }

  /** A certificate for a host and nothing else. */
  X509Bundle ofHost(String name) throws Exception {
    return issued(template.copy().addSanDnsName(name));
  }

  /** A certificate with a name of every kind that counts, and one of a kind that does not. */
  X509Bundle ofRouter(String name) throws Exception {
    return issued(
        template
            .copy()
            .addSanDnsName(name)
            .addSanUriName("spiffe://example/" + name)
            .addSanRfc822Name("router@example.org"));
  }

  private X509Bundle issued(CertificateBuilder builder) throws Exception {
    return builder.subject("CN=somebody").buildIssuedBy(root);
  }

  /** Writes a certificate and its key. */
  TlsIdentity files(String name, X509Bundle bundle) throws IOException {
    Path certificate = folder.resolve(name + ".pem");
    Path key = folder.resolve(name + ".key");
    Files.writeString(certificate, bundle.getCertificatePathPEM());
    Files.writeString(key, bundle.getPrivateKeyPEM());
    return new TlsIdentity(certificate, key);
  }

  /** TLS of a port on this machine. */
  ServerTls ofPort() throws Exception {
    TlsIdentity identity = files("port", ofThisMachine());
    return ServerTls.of(identity.certificate(), identity.key());
  }

  /** What a client needs that trusts the authority, and shows nothing. */
  SSLContext trusting() throws Exception {
    return context(new KeyManager[0]);
  }

  /** What a client needs that trusts the authority, and shows a certificate. */
  SSLContext showing(X509Bundle bundle) throws Exception {
    return context(bundle.toKeyManagerFactory().getKeyManagers());
  }

  private SSLContext context(KeyManager[] shown) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown, root.toTrustManagerFactory().getTrustManagers(), null);
    return context;
  }
}
