// SPDX-License-Identifier: Apache-2.0

/** Load time: YAML with positions, for every file that a person writes, and the watching of it. */
@NullMarked
package io.turnout.document;

import org.jspecify.annotations.NullMarked;
