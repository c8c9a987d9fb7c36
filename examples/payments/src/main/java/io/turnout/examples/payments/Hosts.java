// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

/** The host names of the platform. */
final class Hosts {

  static final String API = "api.ostrand.example";
  static final String APP = "app.ostrand.example";
  static final String CARDS = "cards.ostrand.example";
  static final String DESK = "desk.ostrand.example";
  static final String HOOKS = "hooks.ostrand.example";
  static final String INTERNAL = "router.int.ostrand.example";
  static final String LOGIN = "login.ostrand.example";
  static final String MOBILE = "m.ostrand.example";
  static final String PAY = "pay.ostrand.example";

  private Hosts() {}
}
