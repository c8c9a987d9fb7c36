// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.Position;

/** What stands at a place of the file. */
record Placed<T>(T value, Position at) {}
