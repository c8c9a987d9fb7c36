// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.lang.Supplier;
import io.jsonwebtoken.security.Jwks;
import io.jsonwebtoken.security.SecureDigestAlgorithm;
import io.jsonwebtoken.security.SignatureAlgorithm;
import io.turnout.extract.HeadSource;
import io.turnout.extract.Jwk;
import io.turnout.extract.Sources;
import io.turnout.extract.TokenAlgorithm;
import io.turnout.extract.TokenCheck;
import io.turnout.extract.TokenKey;
import io.turnout.extract.TokenPlace;
import io.turnout.extract.VerifiedTokens;
import io.turnout.request.Request;
import io.turnout.spi.RouteClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A claim of a token of about 600 bytes: not verified, verified for the first time, verified
 * before; beside the platform's base64 and Jackson's parser, JJWT's parser, and one SHA-256 of the
 * token.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class TokenBenchmark {

  private static final String CLAIM = "business";
  private static final String BUSINESS = "b_20261130";
  private static final TokenPlace BEARER = TokenPlace.header("Authorization", "Bearer");
  private static final int REMEMBERED = 10_000;

  /** By what the token is signed. */
  @Param({"HS256", "RS256", "ES256"})
  public String algorithm;

  private final JsonFactory json = new JsonFactory();
  private Request request;
  private String token;
  private byte[] bytes;
  private HeadSource unverified;
  private HeadSource first;
  private HeadSource again;
  private JwtParser parser;

  /** Signs the token, and asserts that everybody finds the claim. */
  @Setup
  public void setUp() throws IOException {
    TokenAlgorithm signing = TokenAlgorithm.of(algorithm).orElseThrow();
    Key verifying = signing.usesSecret() ? secret() : signAndShow();
    TokenCheck check =
        new TokenCheck(
            List.of(TokenKey.of(jwk(verifying)).orElseThrow()),
            Set.of(signing),
            Optional.of("https://issuer.example"),
            Optional.empty(),
            Duration.ofSeconds(30));
    unverified = Sources.jwt(BEARER, CLAIM);
    HeadSource verified = Sources.verifiedJwt(BEARER, CLAIM, check);
    first = verified.judgedBy(VerifiedTokens.of(RouteClock.system(), 0));
    again = verified.judgedBy(VerifiedTokens.of(RouteClock.system(), REMEMBERED));
    parser =
        verifying instanceof SecretKey secret
            ? Jwts.parser().verifyWith(secret).build()
            : Jwts.parser().verifyWith((PublicKey) verifying).build();
    bytes = token.getBytes(StandardCharsets.US_ASCII);
    request = Request.of(BenchmarkHead.ofToken("/v1/cards", token));
    Agreement.require("The unverified source", algorithm, BUSINESS, unverified());
    Agreement.require("The verified source", algorithm, BUSINESS, first());
    Agreement.require("The verified source, again", algorithm, BUSINESS, again());
    Agreement.require("JJWT", algorithm, BUSINESS, jjwt());
    Agreement.require("Jackson", algorithm, BUSINESS, jackson());
  }

  private SecretKey secret() {
    SecretKey secret = Jwts.SIG.HS256.key().build();
    token = signed(Jwts.SIG.HS256, secret);
    return secret;
  }

  private PublicKey signAndShow() {
    SignatureAlgorithm signing = algorithm.equals("RS256") ? Jwts.SIG.RS256 : Jwts.SIG.ES256;
    KeyPair pair = signing.keyPair().build();
    token = signed(signing, pair.getPrivate());
    return pair.getPublic();
  }

  private static <K extends Key> String signed(SecureDigestAlgorithm<? super K, ?> signing, K key) {
    return Jwts.builder()
        .issuer("https://issuer.example")
        .subject("0d9f2f6a-6f2f-4f3a-9b11-7f6f2c1e33f5")
        .audience()
        .add("api")
        .and()
        .claim("scope", "cards:read cards:write payments:read payments:write transfers:read")
        .claim("device", Map.of("id", "d-4471902", "os", "iOS 19.1", "app", "7.4"))
        .claim(CLAIM, BUSINESS)
        .expiration(Date.from(Instant.now().plus(Duration.ofDays(1))))
        .signWith(key, signing)
        .compact();
  }

  private static Jwk jwk(Key key) {
    Map<String, String> members = new HashMap<>();
    Map<String, ?> written =
        key instanceof SecretKey secret
            ? Jwks.builder().key(secret).build()
            : Jwks.builder().key((PublicKey) key).build();
    for (String name : Jwk.MEMBERS) {
      Object value = written.get(name);
      if (value instanceof Supplier<?> hidden) {
        members.put(name, String.valueOf(hidden.get()));
      } else if (value != null) {
        members.put(name, value.toString());
      }
    }
    return new Jwk(members);
  }

  /** The claim of a token that nobody verifies. */
  @Benchmark
  public String unverified() {
    return unverified.find(request).value();
  }

  /** The claim of a token that was not seen before. */
  @Benchmark
  public String first() {
    return first.find(request).value();
  }

  /** The claim of a token that has passed before. */
  @Benchmark
  public String again() {
    return again.find(request).value();
  }

  /** The claim by JJWT's own parser. */
  @Benchmark
  public String jjwt() {
    return parser.parseSignedClaims(token).getPayload().get(CLAIM, String.class);
  }

  /** One SHA-256 of the token. */
  @Benchmark
  public byte[] sha256() throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  /** The claim by the platform's base64 and Jackson's parser, which verify nothing. */
  @Benchmark
  public String jackson() throws IOException {
    int from = token.indexOf('.') + 1;
    byte[] payload = Base64.getUrlDecoder().decode(token.substring(from, token.indexOf('.', from)));
    try (JsonParser claims = json.createParser(payload)) {
      claims.nextToken();
      while (claims.nextToken() == JsonToken.FIELD_NAME) {
        boolean asked = claims.currentName().equals(CLAIM);
        claims.nextToken();
        if (asked) {
          return claims.getText();
        }
        claims.skipChildren();
      }
      return "";
    }
  }
}
