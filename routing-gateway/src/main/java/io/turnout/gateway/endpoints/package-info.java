// SPDX-License-Identifier: Apache-2.0
/**
 * The endpoints of a cell: which there are, which of them can be used, and which one a request
 * gets. Nothing here opens a connection.
 */
@NullMarked
package io.turnout.gateway.endpoints;

import org.jspecify.annotations.NullMarked;
