// SPDX-License-Identifier: Apache-2.0

/** Routing inside a servlet container: a filter, and what it shows to those that follow it. */
@NullMarked
package io.turnout.servlet;

import org.jspecify.annotations.NullMarked;
