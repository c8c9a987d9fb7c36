// SPDX-License-Identifier: Apache-2.0

/** A small proxy on embedded Jetty: the code of the guide to servlets. */
@NullMarked
package io.turnout.examples.servletproxy;

import org.jspecify.annotations.NullMarked;
