import { createServer, request as sendRequest } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { selfSigned } from "./self-signed.ts";

export interface TlsFront {
  /** `https://localhost:<port>`. */
  origin: string;
  httpPort: number;
  httpsPort: number;
  /** To be trusted by the clients. */
  cert: string;
  /** The site behind it, known once it listens. */
  leadTo: (siteUrl: string) => void;
  close: () => Promise<void>;
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

/** What stands before a site in production: TLS, and plain http that leads there. */
export async function startTlsFront(): Promise<TlsFront> {
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
  const httpsPort = await listen(tls);
  const origin = `https://localhost:${httpsPort}`;
  const plain = createServer(({ url }, response) => {
    response.writeHead(308, { location: origin + url }).end();
  });
  const httpPort = await listen(plain);
  return {
    origin,
    httpPort,
    httpsPort,
    cert,
    leadTo: (siteUrl) => {
      target = siteUrl;
    },
    close: async () => {
      for (const server of [tls, plain]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
