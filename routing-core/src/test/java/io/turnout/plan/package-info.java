// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.plan;

import org.jspecify.annotations.NullMarked;
