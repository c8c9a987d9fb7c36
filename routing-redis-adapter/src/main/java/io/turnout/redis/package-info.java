// SPDX-License-Identifier: Apache-2.0

/** A shared layer of copies on Redis or Valkey, and push invalidation. */
@NullMarked
package io.turnout.redis;

import org.jspecify.annotations.NullMarked;
