// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.netty;

import org.jspecify.annotations.NullMarked;
