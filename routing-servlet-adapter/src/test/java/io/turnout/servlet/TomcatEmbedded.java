// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Tomcat, set up so that targets stay as they come. */
final class TomcatEmbedded implements TestServer {

  /** Kept, since loggers are forgotten otherwise. */
  private static final Logger LOGGER = Logger.getLogger("org.apache");

  private final Tomcat tomcat;
  private final Path folder;

  private TomcatEmbedded(Tomcat tomcat, Path folder) {
    this.tomcat = tomcat;
    this.folder = folder;
  }

  static TestServer start(Site site) throws Exception {
    return start(site, "onRead");
  }

  /** Asks for every expected body at once, which it must where a body is read by a listener. */
  static TestServer startAskingAtOnce(Site site) throws Exception {
    return start(site, "immediately");
  }

  private static TestServer start(Site site, String continueTiming) throws Exception {
    LOGGER.setLevel(Level.OFF);
    Path folder = Files.createTempDirectory(Path.of("target"), "tomcat");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toAbsolutePath().toString());
    tomcat.setConnector(connector(continueTiming));
    Context context = tomcat.addContext("", new File(folder.toString()).getAbsolutePath());
    int number = 0;
    for (var filter : site.filters()) {
      String name = "filter" + number++;
      FilterDef definition = new FilterDef();
      definition.setFilterName(name);
      definition.setFilter(filter);
      definition.setAsyncSupported("true");
      context.addFilterDef(definition);
      FilterMap map = new FilterMap();
      map.setFilterName(name);
      map.addURLPattern("/*");
      EnumSet.allOf(DispatcherType.class).forEach(type -> map.setDispatcher(type.name()));
      context.addFilterMap(map);
    }
    for (var servlet : site.servlets().entrySet()) {
      String name = "servlet" + number++;
      Wrapper wrapper = Tomcat.addServlet(context, name, servlet.getValue());
      wrapper.setAsyncSupported(true);
      wrapper.setMultipartConfigElement(new MultipartConfigElement(""));
      context.addServletMappingDecoded(servlet.getKey(), name);
    }
    ErrorPage errors = new ErrorPage();
    errors.setErrorCode(500);
    errors.setLocation("/error");
    context.addErrorPage(errors);
    tomcat.start();
    return new TomcatEmbedded(tomcat, folder);
  }

  private static Connector connector(String continueTiming) {
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxHttpRequestHeaderSize", "65536");
    connector.setProperty("maxThreads", "16");
    connector.setProperty("minSpareThreads", "2");
    connector.setProperty("continueResponseTiming", continueTiming);
    connector.setProperty("relaxedPathChars", "\"<>[\\]^`{|}");
    connector.setProperty("relaxedQueryChars", "\"<>[\\]^`{|}");
    connector.setProperty("allowedTrailerHeaders", "sum,turnout-key");
    connector.setEncodedSolidusHandling("passthrough");
    connector.setEncodedReverseSolidusHandling("passthrough");
    connector.setAllowBackslash(true);
    connector.addUpgradeProtocol(new Http2Protocol());
    return connector;
  }

  @Override
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() throws Exception {
    tomcat.stop();
    tomcat.destroy();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
