// SPDX-License-Identifier: Apache-2.0

/** The source of truth on DynamoDB, and its administration. */
@NullMarked
package io.turnout.dynamo;

import org.jspecify.annotations.NullMarked;
