/**
 * Two deployments of the product on one address, for tests of tabs that outlive a deployment. A server of its own passes
 * everything on to the product; in the second deployment every script and style has another name, and the names of the
 * first are gone, as on a host that keeps one version.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Deployments {
  readonly origin: string;
  /** From now on the second deployment answers. */
  readonly deployNext: () => void;
  /** How often a path was asked for. */
  readonly asked: (path: string) => number;
  readonly end: () => Promise<void>;
}

/** A name with a hash, as the build writes it: `/assets/base-Bmee0lUg.js`. */
const hashed = /-([\w-]{7}|[\w-]{8})\.(js|css)\b/g;
const isNext = /-(?:[\w-]{7}|[\w-]{8})\.next\.(?:js|css)$/;

const renamed = (text: string): string =>
  text.replace(hashed, "-$1.next.$2").replace(/(?<=version:.)[0-9a-f]{12}/, "000000000002");

const isText = (type: string | undefined): boolean => /html|javascript|css/.test(type ?? "");

async function textOf(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

/** @param product the origin of the product under test */
export async function twoDeployments(product: string): Promise<Deployments> {
  const { host, hostname, port } = new URL(product);
  const counts = new Map<string, number>();
  const open = new Set<Socket>();
  let isSecond = false;
  let origin = "";

  function headersOf(request: IncomingMessage): IncomingHttpHeaders {
    const headers: IncomingHttpHeaders = { ...request.headers, host, "accept-encoding": "identity" };
    // Each deployment would know its own tags.
    for (const name of ["if-none-match", "if-modified-since"]) delete headers[name];
    for (const name of ["origin", "referer"] as const)
      if (headers[name] !== undefined) headers[name] = headers[name].replace(origin, product);
    return headers;
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "/";
    const isAsset = path.startsWith("/assets/");
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (isAsset && isNext.test(path) !== isSecond) {
      response.writeHead(404, { "cache-control": "no-store" }).end();
      return;
    }
    const asked = send(
      {
        hostname,
        port,
        path: path.replace(/\.next\.(js|css)$/, ".$1"),
        method: request.method,
        headers: headersOf(request),
      },
      async (given) => {
        const { location, ...headers } = given.headers;
        const rest =
          location === undefined ? headers : { ...headers, location: location.replace(product, origin) };
        const status = given.statusCode ?? 502;
        if (!isSecond || !isText(headers["content-type"])) {
          response.writeHead(status, rest);
          given.pipe(response);
          return;
        }
        const { "content-length": _, etag: __, ...changed } = rest;
        response.writeHead(status, changed).end(renamed(await textOf(given)));
      },
    );
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  }

  const server = createServer(answer);
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  // The live line is not what is tested here: pages ask by polling without it.
  server.on("upgrade", (_request, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address() as AddressInfo;
  origin = `http://localhost:${address.port}`;
  return {
    origin,
    deployNext: () => {
      isSecond = true;
    },
    asked: (path) => counts.get(path) ?? 0,
    end: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
