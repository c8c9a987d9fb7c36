// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.CompanionFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Reads certificates and keys for TLS from PEM files (RFC 7468), and finds what would only show
 * when somebody connects. No message shows anything of a key.
 */
public final class TlsFiles {

  /** The largest file, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  private static final String MUST_HOLD = " must hold certificates in PEM, and nothing else";
  private static final char[] NO_PASSWORD = {};
  private static final byte[] ANYTHING = {1, 2, 3};

  private final CompanionFiles files;

  /**
   * A reader.
   *
   * @param files through what it reads
   */
  public TlsFiles(CompanionFiles files) {
    this.files = Objects.requireNonNull(files, "files");
  }

  /**
   * Reads what one side proves itself with.
   *
   * @throws IOException if a file cannot be read, holds something else, or certificate and key do
   *     not belong together; the message names the file
   */
  public KeyManagerFactory keys(TlsIdentity identity) throws IOException {
    List<X509Certificate> chain = certificates(identity.certificate());
    PrivateKey key = key(identity.key());
    try {
      if (!belongTogether(chain.get(0), key)) {
        throw new IOException(
            "the key in "
                + identity.key()
                + " is not that of the first certificate in "
                + identity.certificate());
      }
      KeyStore store = empty();
      store.setKeyEntry("key", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      return keys;
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the certificate in " + identity.certificate() + " and its key cannot be used", e);
    }
  }

  /**
   * Reads the authorities that are trusted.
   *
   * @throws IOException if the file cannot be read or holds no certificate; the message names it
   */
  public TrustManagerFactory trust(Path file) throws IOException {
    List<X509Certificate> authorities = certificates(file);
    try {
      KeyStore store = empty();
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("authority-" + i, authorities.get(i));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return trust;
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificates in " + file + " cannot be used", e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private List<X509Certificate> certificates(Path file) throws IOException {
    byte[] content = files.read(file, MAX_BYTES);
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Certificate one : factory.generateCertificates(new ByteArrayInputStream(content))) {
        if (one instanceof X509Certificate certificate) {
          certificates.add(certificate);
        }
      }
    } catch (CertificateException e) {
      throw new IOException(file + MUST_HOLD, e);
    }
    if (certificates.isEmpty()) {
      throw new IOException(file + MUST_HOLD);
    }
    return certificates;
  }

  private PrivateKey key(Path file) throws IOException {
    byte[] content = files.read(file, MAX_BYTES);
    try {
      return PrivateKeyPem.read(content);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " " + e.getMessage());
    }
  }

  private static boolean belongTogether(X509Certificate certificate, PrivateKey key)
      throws GeneralSecurityException {
    if (!certificate.getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
      return false;
    }
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(ANYTHING);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update(ANYTHING);
    return signature.verify(signed);
  }
}
