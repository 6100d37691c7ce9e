import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Runs one OpenSearch node until its standard input ends. Arguments: folder, HTTP port. */
public class StartNode extends OpenSearchRunner {
  private StartNode() {
    // The runner accepts only ports up to this one.
    maxHttpPort = 65535;
  }

  public static void main(String[] args) {
    StartNode node = new StartNode();
    int port = Integer.parseInt(args[1]);
    node.onBuild((number, settings) -> {
      settings.put("http.port", String.valueOf(port));
      settings.put("transport.port", String.valueOf(port + 1));
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
    });
    node.build(newConfigs().basePath(args[0]).clusterName("svc-tests").numOfNode(1)
        .baseHttpPort(port - 1).disableESLogger());
    System.out.println("started");
    node.waitForInput();
    System.exit(0);
  }

  private void waitForInput() {
    try {
      while (System.in.read() >= 0) {
      }
      close();
    } catch (java.io.IOException ignored) {
      // The process ends either way.
    }
  }
}
