// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.examples.servletproxy;

import org.jspecify.annotations.NullMarked;
