// SPDX-License-Identifier: Apache-2.0

/** A server that speaks DynamoDB's protocol, and faults on the way to it, for tests. */
@NullMarked
package io.turnout.dynamo.server;

import org.jspecify.annotations.NullMarked;
