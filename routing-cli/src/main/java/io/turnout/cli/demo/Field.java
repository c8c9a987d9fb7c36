// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

/** A header field. */
record Field(String name, String value) {}
