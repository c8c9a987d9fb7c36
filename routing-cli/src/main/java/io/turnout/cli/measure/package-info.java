// SPDX-License-Identifier: Apache-2.0

/** What several commands measure with. */
@NullMarked
package io.turnout.cli.measure;

import org.jspecify.annotations.NullMarked;
