// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.servlet;

import org.jspecify.annotations.NullMarked;
