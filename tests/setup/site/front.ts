import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { Test } from "tap";

/** One address before a site that changes: a new release, another instance. */
export async function startFront(t: Test) {
  let target = "";
  const server = createServer((request, response) => {
    const { method = "GET", url, headers } = request;
    const onward = sendRequest(`${target}${url}`, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders);
      incoming.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (siteUrl: string) => {
      target = siteUrl;
    },
  };
}
