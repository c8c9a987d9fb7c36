// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.netty.util.AsciiString;
import io.turnout.decision.Refusal;
import io.turnout.protocol.HeaderField;
import io.turnout.request.BodyPresence;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests and answers as HTTP/1.1's objects, which HTTP/2 streams can be turned into. */
final class HttpWire implements Wire {

  static final Wire WIRE = new HttpWire();

  private HttpWire() {}

  @Override
  public boolean spells(Object message) {
    return message instanceof HttpObject;
  }

  @Override
  public @Nullable Throwable failure(Object message) {
    return ((HttpObject) message).decoderResult().cause();
  }

  @Override
  public @Nullable NettyHead head(Object message, Channel channel) {
    return message instanceof HttpRequest request ? new Head(request, channel) : null;
  }

  @Override
  public ByteBuf content(Object message) {
    return message instanceof HttpContent piece ? piece.content() : Unpooled.EMPTY_BUFFER;
  }

  @Override
  public boolean ends(Object message) {
    return message instanceof LastHttpContent;
  }

  @Override
  public Object piece(ByteBuf bytes, Object like) {
    return new DefaultHttpContent(bytes);
  }

  @Override
  public int status(Object message) {
    return message instanceof HttpResponse answer ? answer.status().code() : NO_STATUS;
  }

  @Override
  public List<String> lines(Object head, String name) {
    return ((HttpMessage) head).headers().getAll(name);
  }

  @Override
  public void strip(Object message) {
    if (message instanceof HttpMessage head) {
      if (Wire.isOfWrongCell(this, message)) {
        head.headers().remove(HttpHeaderNames.SET_COOKIE);
      }
      strip(head.headers());
    }
    if (message instanceof LastHttpContent last) {
      strip(last.trailingHeaders());
    }
  }

  private static void strip(HttpHeaders fields) {
    Wire.turnout(fields.iteratorCharSequence()).forEach(fields::remove);
  }

  @Override
  public void add(Object head, HeaderField field) {
    HttpHeaders fields = ((HttpMessage) head).headers();
    if (!(fields instanceof ReadOnlyHttpHeaders)) {
      fields.add(field.name(), field.value());
    }
  }

  @Override
  public void replace(Object head, HeaderField field) {
    HttpHeaders fields = ((HttpMessage) head).headers();
    if (!(fields instanceof ReadOnlyHttpHeaders)) {
      fields.set(field.name(), field.value());
    }
  }

  @Override
  public Object goOn() {
    return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE);
  }

  @Override
  public List<Object> answer(Refusal refusal, Object request, boolean ending) {
    HttpRequest asked = (HttpRequest) request;
    byte[] document = refusal.json();
    boolean shown = !asked.method().equals(HttpMethod.HEAD);
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(refusal.status()),
            shown ? Unpooled.wrappedBuffer(document) : Unpooled.EMPTY_BUFFER);
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, Refusal.MEDIA_TYPE);
    answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, document.length);
    HttpUtil.setKeepAlive(answer.headers(), asked.protocolVersion(), !ending);
    return List.of(answer);
  }

  /** A request's head. */
  private static final class Head extends NettyHead {

    private static final int FEW_LINES = 16;

    private final HttpRequest request;

    Head(HttpRequest request, Channel channel) {
      super(channel);
      this.request = request;
    }

    @Override
    @Nullable Throwable failure() {
      return request.decoderResult().cause();
    }

    @Override
    public String method() {
      return request.method().name();
    }

    @Override
    public String target() {
      return request.uri();
    }

    @Override
    public @Nullable String authority() {
      return null;
    }

    @Override
    public Iterable<String> headerNames() {
      return request.headers().names();
    }

    @Override
    @Nullable CharSequence firstLine(String name) {
      return request.headers().get(name);
    }

    @Override
    List<? extends CharSequence> allLines(String name) {
      List<String> lines = request.headers().getAll(name);
      return lines.size() > FEW_LINES ? scanned(name) : lines;
    }

    /** Goes through all fields once: the list of Netty 4.1 takes longer for each line. */
    private List<CharSequence> scanned(String name) {
      List<CharSequence> lines = new ArrayList<>();
      Iterator<Map.Entry<CharSequence, CharSequence>> fields =
          request.headers().iteratorCharSequence();
      while (fields.hasNext()) {
        Map.Entry<CharSequence, CharSequence> field = fields.next();
        if (AsciiString.contentEqualsIgnoreCase(field.getKey(), name)) {
          lines.add(field.getValue());
        }
      }
      return lines;
    }

    @Override
    boolean keepsConnection() {
      return HttpUtil.isKeepAlive(request);
    }

    @Override
    boolean expectsContinue() {
      return HttpUtil.is100ContinueExpected(request);
    }

    @Override
    public BodyPresence body() {
      if (request instanceof FullHttpRequest whole) {
        return whole.content().isReadable() ? BodyPresence.SOME : BodyPresence.NONE;
      }
      return request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
          ? BodyPresence.UNKNOWN
          : announced(BodyPresence.NONE);
    }
  }
}
