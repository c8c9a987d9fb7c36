// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2ChannelDuplexHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One end of an HTTP/2 connection, frame by frame; Netty's codec does the bytes. */
final class Http2Peer implements AutoCloseable {

  private final Channel channel;
  private final Http2FrameCodec codec;
  private final @Nullable EventLoopGroup own;
  private final Map<Integer, Http2FrameStream> streams = new ConcurrentHashMap<>();
  private final Map<Integer, BlockingQueue<Event>> events = new ConcurrentHashMap<>();
  private final BlockingQueue<Integer> opened = new LinkedBlockingQueue<>();
  private final BlockingQueue<Long> goAways = new LinkedBlockingQueue<>();
  private final Frames frames = new Frames();
  private volatile boolean greedy = true;

  /**
   * What has come on a stream.
   *
   * @param headers of a head or of trailers; null with other frames
   * @param data of a body; empty with other frames
   * @param reset the code of a reset; negative with other frames
   * @param end whether the stream ends with it
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Event(@Nullable Http2Headers headers, byte[] data, long reset, boolean end) {

    /** The head that it is. */
    Http2Headers head() {
      return Objects.requireNonNull(headers, "the event is no head");
    }
  }

  /**
   * An answer or a request that has come whole; of heads the last counts, and the others are
   * interim.
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Message(
      List<Http2Headers> heads, byte[] body, @Nullable Http2Headers trailers, long reset) {

    Http2Headers head() {
      return heads.get(heads.size() - 1);
    }

    String status() {
      return String.valueOf(head().status());
    }

    String text() {
      return new String(body, StandardCharsets.ISO_8859_1);
    }

    @Nullable String field(String name) {
      CharSequence value = head().get(name);
      return value == null ? null : value.toString();
    }
  }

  private Http2Peer(Channel channel, Http2FrameCodec codec, @Nullable EventLoopGroup own) {
    this.channel = channel;
    this.codec = codec;
    this.own = own;
    channel.pipeline().addLast(codec, frames);
  }

  /** A server's end of a connection that was taken in. */
  static Http2Peer ofServer(Channel channel) {
    return new Http2Peer(
        channel,
        Http2FrameCodecBuilder.forServer().encoderEnforceMaxRstFramesPerWindow(0, 1).build(),
        null);
  }

  /** A client's end of a connection in clear text, with prior knowledge. */
  static Http2Peer client(int port) throws Exception {
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Http2FrameCodec codec = Http2FrameCodecBuilder.forClient().build();
    Http2Peer[] peer = new Http2Peer[1];
    new Bootstrap()
        .group(group)
        .channel(NioSocketChannel.class)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                peer[0] = new Http2Peer(channel, codec, group);
              }
            })
        .connect("127.0.0.1", port)
        .sync();
    return peer[0];
  }

  private final class Frames extends Http2ChannelDuplexHandler {

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
      try {
        if (frame instanceof Http2GoAwayFrame away) {
          goAways.add(away.errorCode());
        } else if (frame instanceof Http2StreamFrame part && part.stream() != null) {
          came(ctx, part);
        }
      } finally {
        ReferenceCountUtil.release(frame);
      }
    }

    private void came(ChannelHandlerContext ctx, Http2StreamFrame frame) {
      int id = frame.stream().id();
      if (frame instanceof Http2HeadersFrame head) {
        if (streams.putIfAbsent(id, frame.stream()) == null) {
          opened.add(id);
        }
        put(id, new Event(head.headers(), new byte[0], -1, head.isEndStream()));
      } else if (frame instanceof Http2DataFrame data) {
        byte[] bytes = new byte[data.content().readableBytes()];
        data.content().readBytes(bytes);
        if (greedy) {
          ctx.write(
              new DefaultHttp2WindowUpdateFrame(data.initialFlowControlledBytes())
                  .stream(frame.stream()));
        }
        put(id, new Event(null, bytes, -1, data.isEndStream()));
      } else if (frame instanceof Http2ResetFrame reset) {
        put(id, new Event(null, new byte[0], reset.errorCode(), true));
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // The codec resets the stream, or ends the connection.
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      events.forEach((id, queue) -> queue.add(new Event(null, new byte[0], CLOSED, true)));
      goAways.add(CLOSED);
      opened.add(-1);
    }
  }

  /** In the place of a code, where the connection has ended. */
  static final long CLOSED = 1_000;

  private void put(int id, Event event) {
    queue(id).add(event);
  }

  private BlockingQueue<Event> queue(int id) {
    return events.computeIfAbsent(id, any -> new LinkedBlockingQueue<>());
  }

  /** From now on what comes is not given credit for. */
  Http2Peer stingy() {
    greedy = false;
    return this;
  }

  /** Gives credit on a stream and on the connection. */
  void credit(int id, int bytes) {
    channel.writeAndFlush(new DefaultHttp2WindowUpdateFrame(bytes).stream(streams.get(id)));
  }

  /** A head of a request to the cell of the test's first key. */
  static Http2Headers head(String method, String path, String... fields) {
    Http2Headers head =
        new DefaultHttp2Headers(false)
            .method(method)
            .path(path)
            .scheme("http")
            .authority("a.example");
    return with(head, fields);
  }

  static Http2Headers with(Http2Headers headers, String... fields) {
    for (int i = 0; i < fields.length; i += 2) {
      headers.add(fields[i], fields[i + 1]);
    }
    return headers;
  }

  /** Opens a stream. */
  int open(Http2Headers head, boolean end) throws Exception {
    Http2FrameStream stream = frames.newStream();
    channel.writeAndFlush(new DefaultHttp2HeadersFrame(head, end).stream(stream)).sync();
    streams.put(stream.id(), stream);
    return stream.id();
  }

  int get(String path, String... fields) throws Exception {
    return open(head("GET", path, fields), true);
  }

  /** Sends more headers on a stream: an answer's head, or trailers. */
  void headers(int id, Http2Headers headers, boolean end) {
    channel.writeAndFlush(new DefaultHttp2HeadersFrame(headers, end).stream(streams.get(id)));
  }

  void answer(int id, String status, boolean end, String... fields) {
    headers(id, with(new DefaultHttp2Headers(false).status(status), fields), end);
  }

  /** Sends some of a body; it waits in the codec for credit. */
  void data(int id, byte[] bytes, boolean end) {
    channel.writeAndFlush(
        new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes), end).stream(streams.get(id)));
  }

  void data(int id, String text, boolean end) {
    data(id, text.getBytes(StandardCharsets.ISO_8859_1), end);
  }

  void reset(int id, long code) {
    channel.writeAndFlush(new DefaultHttp2ResetFrame(code).stream(streams.get(id)));
  }

  /** Says that streams up to one are still answered, and no other. */
  void goAway(int lastStream) throws InterruptedException {
    ChannelHandlerContext ctx = channel.pipeline().context(codec);
    channel
        .eventLoop()
        .submit(
            () ->
                codec
                    .encoder()
                    .writeGoAway(ctx, lastStream, 0, Unpooled.EMPTY_BUFFER, ctx.newPromise()))
        .sync();
    channel.flush();
  }

  /** The next stream that the other side opens. */
  int nextStream() throws InterruptedException {
    Integer id = opened.poll(10, TimeUnit.SECONDS);
    if (id == null) {
      throw new AssertionError("no stream was opened");
    }
    return id;
  }

  /** How many streams were opened and not asked for. */
  int waitingStreams() {
    return opened.size();
  }

  Event next(int id) throws InterruptedException {
    Event event = queue(id).poll(20, TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("nothing came on stream " + id);
    }
    return event;
  }

  /** Whether something has come on a stream and was not asked for. */
  boolean has(int id) {
    return !queue(id).isEmpty();
  }

  /** The message of a stream, to its end. */
  Message message(int id) throws InterruptedException {
    List<Http2Headers> heads = new ArrayList<>();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    boolean begun = false;
    while (true) {
      Event event = next(id);
      body.writeBytes(event.data());
      begun |= event.data().length > 0;
      if (event.reset() >= 0) {
        return new Message(heads, body.toByteArray(), null, event.reset());
      }
      Http2Headers headers = event.headers();
      boolean trailers = headers != null && headers.status() == null && headers.method() == null;
      if (headers != null && !trailers) {
        heads.add(headers);
      }
      if (event.end()) {
        return new Message(heads, body.toByteArray(), trailers ? headers : null, -1);
      }
    }
  }

  /** The code of the next GOAWAY. */
  long nextGoAway() throws InterruptedException {
    Long code = goAways.poll(20, TimeUnit.SECONDS);
    if (code == null) {
      throw new AssertionError("the other side did not go away");
    }
    return code;
  }

  boolean isOpen() {
    return channel.isActive();
  }

  /** Closes as a broken connection does. */
  void cut() {
    channel.eventLoop().execute(() -> channel.unsafe().closeForcibly());
  }

  @Override
  public void close() throws InterruptedException {
    channel.close().await(5, TimeUnit.SECONDS);
    if (own != null) {
      own.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }
}
