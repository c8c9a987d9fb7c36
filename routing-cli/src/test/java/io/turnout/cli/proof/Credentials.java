// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import java.util.Properties;

/** Invented AWS credentials, where the SDK looks first, until they are closed. */
final class Credentials implements AutoCloseable {

  private final Properties before = new Properties();

  Credentials() {
    before.putAll(System.getProperties());
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
  }

  @Override
  public void close() {
    System.setProperties(before);
  }
}
