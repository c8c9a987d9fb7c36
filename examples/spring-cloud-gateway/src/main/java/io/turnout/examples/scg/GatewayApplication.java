// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.scg;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** The gateway. */
@SpringBootApplication
@EnableConfigurationProperties(TurnoutProperties.class)
public class GatewayApplication {

  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(GatewayApplication.class, arguments);
  }
}
