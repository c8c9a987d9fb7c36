// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.cli;

import org.jspecify.annotations.NullMarked;
