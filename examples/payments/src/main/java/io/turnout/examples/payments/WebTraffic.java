// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.List;
import java.util.Locale;

/** Browsers, the mobile application, and people who sign in. */
final class WebTraffic {

  private static final String PHONE = "OstrandMobile/6.2 (phone)";

  private WebTraffic() {}

  static List<Shape> shapes() {
    return Shapes.joined(browsers(), pages(), mobile(), signingIn(), signingUp());
  }

  private static List<Shape> browsers() {
    return List.of(
        Shape.get("web-account", Hosts.APP, "/app/accounts/$KEY/card")
            .finds("account", "path")
            .times(2),
        Shape.get("web-switch", Hosts.APP, "/app/switch?to=$KEY")
            .header("Cookie", "ostrand_business=b-10001")
            .finds("business", "query")
            .times(2),
        Shape.get("web-cookie", Hosts.APP, "/app/home")
            .header("Cookie", "theme=dark; ostrand_business=$KEY; seen=1")
            .finds("business", "cookie")
            .times(4),
        Shape.get("web-cookie: two fields, quoted", Hosts.APP, "/app/home")
            .header("Cookie", "theme=dark")
            .header("Cookie", "ostrand_business=\"$KEY\"")
            .finds("web-cookie", "business", "cookie"),
        Shape.get("web-session", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_session=$KEY")
            .spelled(key -> Spelling.token("business_id", key))
            .finds("business", "jwt")
            .times(4),
        Shape.get("web-session: nested claim", Hosts.APP, "/app/home")
            .header("Cookie", "ostrand_session=$KEY")
            .spelled(
                key ->
                    Spelling.token("{\"ctx\":{\"business\":{\"id\":\"" + key + "\"}},\"exp\":1}"))
            .finds("web-session", "business", "jwt")
            .times(2),
        Shape.post("web-beacon", Hosts.APP, "/beacon")
            .body(
                "text/plain;charset=UTF-8",
                new Body.Text("{\"t\":$N,\"b\":\"$KEY\",\"e\":\"close\"}"))
            .finds("business", "body")
            .times(2),
        Shape.post("web-beacon: query", Hosts.APP, "/beacon?b=$KEY")
            .body("text/plain", new Body.Text("close"))
            .finds("web-beacon", "business", "query"),
        Shape.get("web-public", Hosts.APP, "/app/welcome").goesTo("web-public", "us-1").times(3));
  }

  private static List<Shape> pages() {
    return List.of(
        Shape.get("profile", Hosts.PAY, "/@$KEY").finds("business", "path").times(2),
        Shape.get("profile: deeper", Hosts.PAY, "/%40$KEY/menu")
            .spelled(key -> key.toUpperCase(Locale.ROOT))
            .finds("profile", "business", "path"),
        Shape.post("checkout", Hosts.PAY, "/checkout/cs_$KEY_$HEX/confirm")
            .form("method=card&agree=on")
            .finds("business", "path")
            .times(3),
        Shape.get("invoice-pdf", Hosts.PAY, "/invoices/$KEY/$N.pdf")
            .finds("account", "path")
            .times(2),
        Shape.get("shop", "blue-door.shops.ostrand.example", "/b/$KEY/shoes")
            .finds("business", "path")
            .times(2),
        Shape.get("shop-cart", "blue-door.shops.ostrand.example", "/cart")
            .header("Cookie", "shop=$KEY.$HEX")
            .finds("business", "cookie")
            .times(2),
        Shape.post("shop-cart: older cookie", "a.b.shops.ostrand.example", "/cart")
            .header("Cookie", "shop=; shop_legacy=$KEY")
            .form("add=7")
            .finds("shop-cart", "business", "cookie"),
        Shape.post("donation-form", "www.garden-003.example", "/donate")
            .form("amount=25&business=$KEY&name=J.+Doe")
            .finds("business", "body")
            .times(2),
        Shape.post("donation-form: query", "www.legal-004.example", "/donate?for=$KEY")
            .form("amount=25")
            .finds("donation-form", "business", "query"));
  }

  private static List<Shape> mobile() {
    return List.of(
        Shape.get("mobile-session", Hosts.MOBILE, "/home")
            .header("User-Agent", PHONE)
            .header("Authorization", "Bearer $KEY")
            .spelled(key -> Spelling.token("business_id", key))
            .finds("business", "jwt")
            .times(4),
        Shape.get("mobile-session-account", Hosts.MOBILE, "/home")
            .header("User-Agent", PHONE)
            .header("Authorization", "Bearer $KEY")
            .spelled(key -> Spelling.token("{\"accounts\":[\"" + key + "\",\"acct_00000000\"]}"))
            .finds("account", "jwt")
            .times(2),
        Shape.post("mobile-device", Hosts.MOBILE, "/register")
            .header("User-Agent", PHONE)
            .header("X-Device-Id", "$KEY")
            .json("{\"token\":\"$HEX\"}")
            .finds("device", "header")
            .times(2),
        Shape.get("mobile-link", Hosts.MOBILE, "/l/$KEY")
            .spelled(Spelling::base64Url)
            .finds("account", "path")
            .times(2),
        Shape.post("push-receipt", "push.ostrand.example", "/push/receipts")
            .json("{\"receipt\":{\"at\":$N,\"device\":\"$KEY\"}}")
            .finds("device", "body")
            .times(2),
        Shape.post("wallet-provisioning", Hosts.API, "/wallet/passes")
            .header("X-Wallet-Token", "$KEY")
            .spelled(key -> Spelling.token("{\"card\":{\"token\":\"" + key + "\"}}"))
            .json("{\"nonce\":\"$HEX\"}")
            .finds("card", "jwt")
            .times(2),
        Shape.of("wallet-device", "DELETE", Hosts.API, "/wallet/devices/$KEY")
            .finds("device", "path"));
  }

  private static List<Shape> signingIn() {
    return List.of(
        Shape.get("login-domain", Hosts.LOGIN, "/start?email=$KEY&next=%2Fhome")
            .spelled(domain -> Spelling.urlEncoded("Ann.Lee+x@" + domain))
            .finds("email-domain", "query")
            .times(3),
        Shape.get("login-domain: hint, dot", Hosts.LOGIN, "/authorize?login_hint=$KEY")
            .spelled(
                domain -> Spelling.urlEncoded("\"a@b\"@" + domain.replace("example", "EXAMPLE.")))
            .finds("login-domain", "email-domain", "query"),
        Shape.get("login-domain: other letters", Hosts.LOGIN, "/start?email=$KEY")
            .spelled(domain -> Spelling.urlEncoded("ann@" + domain))
            .finds("login-domain", "email-domain", "query")
            .about("email-domain", "b\u00fccher.example"),
        Shape.post("login-token", Hosts.LOGIN, "/exchange")
            .header("Authorization", "Bearer $KEY")
            .spelled(domain -> Spelling.token("email", " ann@" + domain + " "))
            .finds("email-domain", "jwt")
            .times(2),
        Shape.get("magic-link", Hosts.LOGIN, "/login/magic?token=$KEY")
            .spelled(mail -> Spelling.token("sub", " " + mail.replace("person", "Person")))
            .finds("person", "jwt")
            .times(2),
        Shape.post("password-reset", Hosts.LOGIN, "/login/reset")
            .spelled(mail -> Spelling.urlEncoded(" " + mail.replace("mail", "Mail")))
            .form("csrf=$HEX&email=$KEY")
            .finds("person", "body")
            .times(2),
        Shape.post("saml", "sso.ostrand.example", "/sso/saml/acs")
            .spelled(domain -> Spelling.urlEncoded("to=/home&domain=" + domain))
            .form("SAMLResponse=PHNhbWw%2BPC9zYW1sPg%3D%3D&RelayState=$KEY")
            .finds("email-domain", "body")
            .times(2),
        Shape.get("scim", "sso.ostrand.example", "/scim/v2/$KEY/Users?count=10")
            .spelled(domain -> domain.replace("example", "Example"))
            .finds("email-domain", "path")
            .times(2));
  }

  private static List<Shape> signingUp() {
    return List.of(
        Shape.post("sign-up-form", "www.ostrand.example", "/sign-up")
            .spelled(domain -> Spelling.urlEncoded("boss@" + domain))
            .form("name=Boss&email=$KEY&terms=on")
            .finds("email-domain", "body")
            .times(2),
        Shape.post("sign-up-json", "www.ostrand.example", "/sign-up")
            .json("{\"owner\":{\"name\":\"Boss\",\"email\":\"boss@$KEY\"}}")
            .finds("email-domain", "body")
            .times(2),
        Shape.get("sign-up", "www.ostrand.example", "/sign-up").goesTo("sign-up", "us-1").times(2),
        Shape.post("sign-up: no mail address", "www.ostrand.example", "/sign-up")
            .json("{\"owner\":{\"phone\":\"+15550000000\"}}")
            .goesTo("sign-up", "us-1"));
  }
}
