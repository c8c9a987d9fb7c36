// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.scg;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What {@code application.yaml} says of routing.
 *
 * @param rules the rule file
 * @param routes the route file
 * @param cells where each cell is reached, without a path
 */
@ConfigurationProperties("turnout")
public record TurnoutProperties(Path rules, Path routes, Map<String, URI> cells) {}
