// SPDX-License-Identifier: Apache-2.0
/** A reverse proxy that sends each request to the cell that serves it. */
@NullMarked
package io.turnout.gateway;

import org.jspecify.annotations.NullMarked;
