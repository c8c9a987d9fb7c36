// SPDX-License-Identifier: Apache-2.0

/** Starts proxies by the example's own files, and looks at what they do. */
@NullMarked
package io.turnout.examples.proxies;

import org.jspecify.annotations.NullMarked;
