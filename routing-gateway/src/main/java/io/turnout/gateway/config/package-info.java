// SPDX-License-Identifier: Apache-2.0
/** What a gateway is told before it starts, and the file that tells it. */
@NullMarked
package io.turnout.gateway.config;

import org.jspecify.annotations.NullMarked;
