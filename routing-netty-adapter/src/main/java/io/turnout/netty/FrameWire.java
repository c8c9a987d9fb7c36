// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import io.turnout.decision.Refusal;
import io.turnout.protocol.HeaderField;
import io.turnout.request.BodyPresence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests and answers as frames of one stream of HTTP/2. */
final class FrameWire implements Wire {

  static final Wire WIRE = new FrameWire();

  private FrameWire() {}

  @Override
  public boolean spells(Object message) {
    return message instanceof Http2HeadersFrame || message instanceof Http2DataFrame;
  }

  @Override
  public @Nullable Throwable failure(Object message) {
    return null; // a stream that breaks is reset by the engine
  }

  @Override
  public @Nullable NettyHead head(Object message, Channel channel) {
    return message instanceof Http2HeadersFrame frame ? new Head(frame, channel) : null;
  }

  @Override
  public ByteBuf content(Object message) {
    return message instanceof Http2DataFrame data ? data.content() : Unpooled.EMPTY_BUFFER;
  }

  @Override
  public boolean ends(Object message) {
    return message instanceof Http2DataFrame data
        ? data.isEndStream()
        : ((Http2HeadersFrame) message).isEndStream();
  }

  @Override
  public Object piece(ByteBuf bytes, Object like) {
    return new DefaultHttp2DataFrame(bytes).stream(((Http2StreamFrame) like).stream());
  }

  @Override
  public int status(Object message) {
    CharSequence status =
        message instanceof Http2HeadersFrame frame ? frame.headers().status() : null;
    return status == null ? NO_STATUS : HttpResponseStatus.parseLine(status).code();
  }

  @Override
  public List<String> lines(Object head, String name) {
    return NettyHead.texts(headers(head).getAll(name));
  }

  @Override
  public void strip(Object message) {
    if (message instanceof Http2HeadersFrame frame) {
      Http2Headers fields = frame.headers();
      if (Wire.isOfWrongCell(this, message)) {
        fields.remove(HttpHeaderNames.SET_COOKIE);
      }
      Wire.turnout(fields.iterator()).forEach(fields::remove);
    }
  }

  @Override
  public void add(Object head, HeaderField field) {
    Http2Headers fields = headers(head);
    if (!(fields instanceof ReadOnlyHttp2Headers)) {
      fields.add(field.name().toLowerCase(Locale.ROOT), field.value());
    }
  }

  @Override
  public void replace(Object head, HeaderField field) {
    Http2Headers fields = headers(head);
    if (!(fields instanceof ReadOnlyHttp2Headers)) {
      fields.set(field.name().toLowerCase(Locale.ROOT), field.value());
    }
  }

  private static Http2Headers headers(Object head) {
    return ((Http2HeadersFrame) head).headers();
  }

  @Override
  public Object goOn() {
    return new DefaultHttp2HeadersFrame(
        new DefaultHttp2Headers().status(HttpResponseStatus.CONTINUE.codeAsText()));
  }

  @Override
  public List<Object> answer(Refusal refusal, Object request, boolean ending) {
    byte[] document = refusal.json();
    boolean shown =
        !HttpMethod.HEAD.asciiName().contentEquals(String.valueOf(headers(request).method()));
    Http2Headers fields =
        new DefaultHttp2Headers()
            .status(AsciiString.of(Integer.toString(refusal.status())))
            .set(HttpHeaderNames.CONTENT_TYPE, Refusal.MEDIA_TYPE)
            .setInt(HttpHeaderNames.CONTENT_LENGTH, document.length);
    DefaultHttp2HeadersFrame head = new DefaultHttp2HeadersFrame(fields, !shown);
    return shown
        ? List.of(head, new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(document), true))
        : List.of(head);
  }

  /** A request's head. */
  private static final class Head extends NettyHead {

    private final Http2Headers fields;
    private final boolean last;

    Head(Http2HeadersFrame frame, Channel channel) {
      super(channel);
      fields = frame.headers();
      last = frame.isEndStream();
    }

    @Override
    @Nullable Throwable failure() {
      return fields.method() == null || fields.path() == null && fields.authority() == null
          ? new IllegalArgumentException("a request without method or target")
          : null;
    }

    @Override
    public String method() {
      return String.valueOf(fields.method());
    }

    @Override
    public String target() {
      return String.valueOf(fields.path() == null ? fields.authority() : fields.path());
    }

    @Override
    public @Nullable String authority() {
      return text(fields.authority());
    }

    @Override
    public Iterable<String> headerNames() {
      Set<String> names = new LinkedHashSet<>();
      for (Map.Entry<CharSequence, CharSequence> field : fields) {
        if (!Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(field.getKey())) {
          names.add(field.getKey().toString());
        }
      }
      return names;
    }

    @Override
    @Nullable CharSequence firstLine(String name) {
      return fields.get(name);
    }

    @Override
    List<? extends CharSequence> allLines(String name) {
      return fields.getAll(name);
    }

    @Override
    boolean keepsConnection() {
      return true;
    }

    @Override
    boolean expectsContinue() {
      CharSequence expected = fields.get(HttpHeaderNames.EXPECT);
      return expected != null && HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expected);
    }

    @Override
    public BodyPresence body() {
      return last ? BodyPresence.NONE : announced(BodyPresence.UNKNOWN);
    }
  }
}
