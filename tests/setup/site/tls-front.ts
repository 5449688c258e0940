import { createServer, request as sendRequest } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { listen } from "../listen.ts";
import { selfSigned } from "./self-signed.ts";

/** Starts what stands before a site in production: TLS, and plain HTTP that redirects to TLS. */
export async function startTlsFront() {
  const { key, cert } = selfSigned();
  let target = "";
  const tls = createTlsServer({ key, cert }, (request, response) => {
    const { method, url, headers } = request;
    const onward = sendRequest(
      `${target}${url}`,
      { method: method ?? "GET", headers },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders);
        incoming.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  const https = await listen(tls);
  const origin = `https://localhost:${https.port}`;
  const plain = createServer(({ url }, response) => {
    response.writeHead(308, { location: origin + url }).end();
  });
  const http = await listen(plain);
  return {
    origin,
    httpPort: http.port,
    httpsPort: https.port,
    /** The certificate that clients have to trust. */
    cert,
    /** Sets the site behind the proxy, whose URL is known only once the site listens. */
    leadTo: (siteUrl: string) => {
      target = siteUrl;
    },
    close: async () => {
      for (const { close } of [https, http]) await close();
    },
  };
}
